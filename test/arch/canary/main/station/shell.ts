import { studio } from '#compose/studio'

export const station = [studio]
