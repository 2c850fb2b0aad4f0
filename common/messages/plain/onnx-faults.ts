import type { Template } from '../template.ts'

/** Faults of ONNX files, which stand inside refusals. */
export const ONNX_FAULTS = {
  'onnx-ends-before-size': 'it ends before its stated size',
  'onnx-too-many-fields': 'it has more than {{most}} fields',
  'onnx-too-much-text': 'its names and notes take more than 16 MB',
  'onnx-ends-in-field': 'it ends in the middle of a field',
  'onnx-without-output': 'it contains no graph with an output',
  'onnx-empty': 'it is empty',
  'onnx-value-nameless': 'one of its inputs or outputs has no name',
  'onnx-too-many-axes': 'one of its values has more than {{most}} axes',
  'onnx-laid-out-strangely': 'it does not have the structure of an ONNX file',
  'onnx-git-lfs': 'it is a Git LFS pointer to the file, not the file itself',
  'onnx-is-zip': 'it is a ZIP archive, as PyTorch writes its weights; export the model as ONNX',
  'onnx-is-xml': 'it is a web page or an XML file',
  'onnx-is-json': 'it is a JSON file',
} as const satisfies Record<string, Template>
