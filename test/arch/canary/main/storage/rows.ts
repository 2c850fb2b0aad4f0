import Database from 'better-sqlite3'

export const rows = Database
