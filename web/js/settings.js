// The dialog with what the user prefers.

import { $ } from "./dom.js";

// The fields and the preferences that they show.
const fields = {
	"set-language": "language", "set-theme": "theme", "set-pieces": "pieces", "set-chess": "chess", "set-shogi": "shogi",
	"set-figures": "figures", "set-boards": "boards", "set-size": "size", "set-sounds": "sounds", "set-coordinates": "coordinates",
		"set-targets": "targets", "set-arrows": "arrows", "set-gauge": "gauge",
};

export class Settings {
	/** @param {import("./app.js").App} app */
	constructor(app) {
		$("settings-button").addEventListener("click", () => {
			for (const [id, name] of Object.entries(fields)) {
				const field = $(id), value = { language: app.language, shogi: app.preferences.shogi
					|| (app.language === "ja" ? "kanji" : "western") }[name] ?? app.preferences[name];
				if (field.type === "checkbox") field.checked = value;
				else field.value = value;
			}
			$("settings").showModal();
		});
		for (const [id, name] of Object.entries(fields)) {
			const field = $(id);
			field.addEventListener("change", () => app.change({ [name]: field.type === "checkbox" ? field.checked : field.value }));
		}
	}
}
