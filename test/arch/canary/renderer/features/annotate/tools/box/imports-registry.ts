import { registry } from '../registry.ts'

export const box = registry
