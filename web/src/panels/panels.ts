// The panels that open above the table, one at a time.

export type Panel = "rules" | "settings" | "menu" | "reactions";
