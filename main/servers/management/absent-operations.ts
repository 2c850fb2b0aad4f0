import type { Absent } from '../kit/absent-operations.ts'

const AGENT = '/:workspace/agent'
const VERSION = '/:workspace/:project/:version'

/** Operations that clients of the API know and this server does not have. Without these they would be read as names of other things. */
export const ABSENT: readonly Absent[] = [
  {
    reason: 'Tessera does not run video inference jobs',
    urls: ['/video_upload_signed_url', '/videoinfer', '/videoinfer/*'],
  },
  {
    reason: 'Tessera has no agent',
    urls: [
      ...[`${AGENT}/chat`, `${AGENT}/conversations`, `${AGENT}/conversations/:conversationId`],
      `${AGENT}/workflows/:workflowId/publish`,
    ],
  },
  {
    reason: 'Tessera does not train models',
    urls: [
      ...[`${VERSION}/training/results`, `${VERSION}/v2/trainings`, `${VERSION}/v2/trainings/*`],
      ...[`${VERSION}/train`, `${VERSION}/train/*`],
    ],
  },
  {
    reason: 'Tessera does not evaluate models',
    urls: ['/:workspace/model-evals', '/:workspace/model-evals/*'],
  },
  {
    reason: 'Tessera does not manage devices',
    urls: ['/:workspace/devices', '/:workspace/devices/*'],
  },
  {
    reason: 'Tessera has no plans, bills or usage statistics',
    urls: ['/usage/*', '/:workspace/stats', '/:workspace/billing-usage-report'],
  },
]
