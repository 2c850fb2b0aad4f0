import { app } from 'electron'

export const electron = app
