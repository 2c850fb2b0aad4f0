import { scene } from '#renderer/canvas/scene'

export const fromAbove = scene
