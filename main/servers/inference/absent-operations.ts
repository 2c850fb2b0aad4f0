import type { Absent } from '../kit/absent-operations.ts'

const BLOCKS = '/workflows/blocks'

/** Operations of the server that the clients were written for. The address of a model would be read into the short ones. */
export const ABSENT: readonly Absent[] = [
  {
    reason: 'Tessera runs no workflows',
    urls: [
      ...['/workflows/run', '/workflows/describe_interface', '/workflows/validate', '/workflows/definition/schema'],
      ...[`${BLOCKS}/describe`, `${BLOCKS}/dynamic_outputs`, '/workflows/execution_engine/versions'],
      ...['/infer/workflows', '/infer/workflows/*', '/:workspace/workflows/:workflow'],
      '/:workspace/workflows/:workflow/describe_interface',
    ],
  },
  {
    reason: 'Tessera runs no pipelines of video',
    urls: ['/inference_pipelines', '/inference_pipelines/*', '/initialise_webrtc_worker'],
  },
  { reason: 'Tessera has no language models', urls: ['/infer/lmm', '/infer/lmm/*'] },
  { reason: 'Tessera has no models of depth', urls: ['/infer/depth-estimation', '/infer/depth-estimation/*'] },
  { reason: 'Tessera finds nothing by example boxes; /grounding_dino/infer finds by words', urls: ['/owlv2/infer'] },
  { reason: '/grounding_dino/infer finds objects by words', urls: ['/yolo_world/infer'] },
  { reason: 'Tessera follows no gazes', urls: ['/gaze/gaze_detection'] },
  { reason: '/doctr/ocr reads text with the models that are installed', urls: ['/ocr/trocr'] },
  {
    reason: '/sam2/embed_image and /sam2/segment_image run every kind of SAM',
    urls: ['/sam/embed_image', '/sam/segment_image'],
  },
  { reason: 'Tessera has no builder and no notebook', urls: ['/build', '/build/*', '/notebook/start'] },
  { reason: 'Tessera tells nothing of its device; /metrics tells of the models', urls: ['/device/stats'] },
]
