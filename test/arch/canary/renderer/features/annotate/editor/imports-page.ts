import { page } from '../page.ts'

export const fromAbove = page
