# The engine alone, for bots and servers: it speaks UCI and USI on its standard streams.
#
#	docker build --tag nitoryu .
#	docker run --rm --interactive nitoryu
#
# Another image takes it by: COPY --from=nitoryu /nitoryu /engines/
# The digest is what counts, the tag is for people: docker buildx imagetools inspect golang:1.26.8
FROM --platform=$BUILDPLATFORM golang:1.26.8@sha256:6c2a5538f964f1c82f97ad14988bf05de100d922d159d0e398b54c7b0ca0c6c9 AS build
WORKDIR /source
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags="-s -w" -o /nitoryu ./cmd/nitoryu

FROM scratch
COPY --from=build /nitoryu /nitoryu
COPY LICENSE THIRD_PARTY.md /
USER 65532:65532
ENTRYPOINT ["/nitoryu"]
