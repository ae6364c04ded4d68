/** Lists the supported clients. */
import type { Client } from "./client.ts";
import { EDITOR_CLIENTS } from "./editor-clients.ts";
import { TERMINAL_CLIENTS } from "./terminal-clients.ts";

export const CLIENTS: Record<string, Client> = { ...TERMINAL_CLIENTS, ...EDITOR_CLIENTS };

export const CLIENT_IDS: readonly string[] = Object.keys(CLIENTS);
