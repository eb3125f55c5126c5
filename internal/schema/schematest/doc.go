// Package schematest compares answers of our doors with docs/use/schema.json, for tests.
package schematest
