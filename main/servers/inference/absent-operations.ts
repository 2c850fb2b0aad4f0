import type { Absent } from '../kit/absent-operations.ts'

const BLOCKS = '/workflows/blocks'

/**
 * Operations that clients know from the original server and this one lacks. The short paths would otherwise be read as
 * model addresses.
 */
export const ABSENT: readonly Absent[] = [
  {
    reason: 'absent-workflows',
    urls: [
      '/workflows/run',
      '/workflows/describe_interface',
      '/workflows/validate',
      '/workflows/definition/schema',
      `${BLOCKS}/describe`,
      `${BLOCKS}/dynamic_outputs`,
      '/workflows/execution_engine/versions',
      '/infer/workflows',
      '/infer/workflows/*',
      '/:workspace/workflows/:workflow',
      '/:workspace/workflows/:workflow/describe_interface',
    ],
  },
  {
    reason: 'absent-video-pipelines',
    urls: ['/inference_pipelines', '/inference_pipelines/*', '/initialise_webrtc_worker'],
  },
  { reason: 'absent-language-models', urls: ['/infer/lmm', '/infer/lmm/*'] },
  { reason: 'absent-depth-estimation', urls: ['/infer/depth-estimation', '/infer/depth-estimation/*'] },
  {
    reason: 'absent-example-boxes',
    urls: ['/owlv2/infer'],
  },
  { reason: 'absent-yolo-world', urls: ['/yolo_world/infer'] },
  { reason: 'absent-gaze', urls: ['/gaze/gaze_detection'] },
  { reason: 'absent-trocr', urls: ['/ocr/trocr'] },
  {
    reason: 'absent-sam',
    urls: ['/sam/embed_image', '/sam/segment_image'],
  },
  { reason: 'absent-builder', urls: ['/build', '/build/*', '/notebook/start'] },
  { reason: 'absent-device-statistics', urls: ['/device/stats'] },
]
