import type { Template } from '../template.ts'

/** Results of trying an execution provider. */
export const PROVIDER_REASONS = {
  'provider-works': 'It works.',
  'provider-differs': 'It starts, but its results differ from those of the processor.',
  'provider-not-in-build': 'It does not belong to this build of the program.',
  'provider-not-beside':
    "It is not installed: {{library}} of ONNX Runtime {{version}} is missing beside the program's own library, in {{folder}}.",
  'provider-not-installed': 'It is not installed: {{library}} of ONNX Runtime {{version}} is missing in {{folder}}.',
  'provider-needs-library': 'It cannot be started, because {{library}} or one of its dependencies is not installed.',
  'provider-without-card': 'It finds no graphics card that it can use.',
  'provider-not-started': 'It cannot be started: {{cause}}',
  'provider-trial-not-started': 'Its test could not be started.',
  'provider-ends-process': 'It crashes the process that starts it.',
  'provider-silent': 'It does not answer within {{seconds}} seconds.',
} as const satisfies Record<string, Template>
