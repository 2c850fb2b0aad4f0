import { defineTool } from '../define-tool.ts'
import { IDLE_POINT, stepPoint } from '../point.ts'

export const POINT = defineTool({ id: 'point', idle: IDLE_POINT, traits: { isDrawing: true }, step: stepPoint })
