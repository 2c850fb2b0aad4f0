import { areCorners } from '#common/annotation/sketch'
import { defineTool } from '../define-tool.ts'
import { IDLE_KEYPOINTS, type KeypointsState, keypointsOverlay, pointsSet, stepKeypoints } from '../keypoints.ts'

export const KEYPOINTS = defineTool<KeypointsState>({
  id: 'keypoints',
  idle: IDLE_KEYPOINTS,
  traits: { isDrawing: true, setsPoints: true, takesBack: true, needsSkeleton: true },
  step: stepKeypoints,
  stepOwn: (state, event, context) => (event.type === 'skip' ? stepKeypoints(state, event, context) : { state }),
  isDrafting: ({ at }) => at !== 'idle',
  overlay: (state, context) => keypointsOverlay(state, context, context.color),
  points: (state) => (state.at === 'placing' && state.points.length > 0 ? state.points : undefined),
  restored: (points) => (areCorners(points) ? undefined : { at: 'placing', points, to: undefined, taken: [] }),
  nextPoint: (state, skeleton) => skeleton?.points[pointsSet(state)],
})
