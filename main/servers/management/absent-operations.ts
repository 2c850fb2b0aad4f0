import type { Absent } from '../kit/absent-operations.ts'

const AGENT = '/:workspace/agent'
const VERSION = '/:workspace/:project/:version'

/** Operations that clients of the API know and this server does not have. Without these they would be read as names of other things. */
export const ABSENT: readonly Absent[] = [
  {
    reason: 'absent-video-inference',
    urls: ['/video_upload_signed_url', '/videoinfer', '/videoinfer/*'],
  },
  {
    reason: 'absent-agent',
    urls: [
      `${AGENT}/chat`,
      `${AGENT}/conversations`,
      `${AGENT}/conversations/:conversationId`,
      `${AGENT}/workflows/:workflowId/publish`,
    ],
  },
  {
    reason: 'absent-training',
    urls: [
      `${VERSION}/training/results`,
      `${VERSION}/v2/trainings`,
      `${VERSION}/v2/trainings/*`,
      `${VERSION}/train`,
      `${VERSION}/train/*`,
    ],
  },
  {
    reason: 'absent-evaluation',
    urls: ['/:workspace/model-evals', '/:workspace/model-evals/*'],
  },
  {
    reason: 'absent-devices',
    urls: ['/:workspace/devices', '/:workspace/devices/*'],
  },
  {
    reason: 'absent-billing',
    urls: ['/usage/*', '/:workspace/stats', '/:workspace/billing-usage-report'],
  },
]
