// The panels that open above the table, one at a time.

export type Panel = "rules" | "cheatSheet" | "settings" | "menu" | "reactions";
