import { scene } from '#renderer/canvas/scene'

export const tool = scene
