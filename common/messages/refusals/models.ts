import type { Entry } from '../reasons.ts'

/** Refusals about models, their files and the inference server. */
export const MODELS = {
  'inference-server-off': [
    'inference-stopped',
    'The inference server is not running here, so it has no response to show',
  ],
  'model-file-not-found': ['model-draft-not-found', 'There is no file or folder "{{path}}"'],
  'dropped-files-gone': ['model-draft-not-found', '{{source}} is no longer available. Drop it again'],
  'dropped-file-missing': ['model-draft-not-found', '{{source}} has no file {{name}}'],
  'model-path-not-absolute': ['model-draft-not-found', '"{{path}}" is not an absolute path. Enter the full path'],
  'model-draft-expired': ['model-draft-not-found', 'These files are no longer available. Drop them again'],
  'inference-process-stopped': ['inference-stopped', 'The inference process stopped unexpectedly. Try again'],
  'model-json-invalid': ['model-unrecognised', '{{path}} is not valid JSON, so the model is incomplete'],
  'model-package-broken': [
    'model-unrecognised',
    '{{name}} cannot be read, so the model package is damaged. Download the package again',
  ],
  'too-many-networks': ['model-unrecognised', '{{source}} contains {{count}} networks. Drop the files of one model'],
  'network-numbers-outside-folder': [
    'model-unrecognised',
    '{{path}} stores its weights outside its folder, in "{{file}}"',
  ],
  'network-numbers-missing': [
    'model-unrecognised',
    '{{path}} stores its weights in {{file}}, which is missing. Drop both together',
  ],
  'model-without-files': ['model-unrecognised', 'There are no files yet. Add the files of one model'],
  'model-without-network': [
    'model-unrecognised',
    '{{source}} contains no ONNX model, which is a file that ends in .onnx',
  ],
  'model-address-malformed': ['model-download-refused', '"{{text}}" is not an address of a model'],
  'model-host-answered': ['model-download-refused', '{{host}} answered with the status {{status}} to {{file}}'],
  'model-link-leads-to-no-upload': ['model-not-found', 'This link leads to no upload'],
  'link-leads-to-no-model': ['model-not-found', 'This link leads to no model'],
  'mask-mode-malformed': [
    'request-invalid',
    'mask_decode_mode must be one of accurate, fast and tradeoff, and tradeoff_factor a number from 0 to 1',
  ],
  'request-without-image': [
    'request-invalid',
    'The request has no Content-Type, and no image. Send base64 text, a form with the part "file", or the address of an image as "image" in the query',
  ],
  'model-not-in-project': ['model-not-found', 'There is no model "{{model}}" in {{project}}'],
  'model-id-malformed': [
    'request-invalid',
    '"{{text}}" is not a model id. A model id is two names with a slash between them, such as cups/1',
  ],
  'model-not-installed': [
    'model-not-installed',
    'The model {{name}} is not installed. Install it on the Models page of the studio, or copy its folder with its manifest.json to models/{{id}} in the library',
  ],
  'model-not-installed-here': ['model-not-installed', 'The model "{{model}}" is not installed'],
  'model-needs-places': [
    'model-cannot',
    '{{project}} assigns classes to whole images. Models can only suggest objects for now',
  ],
  'model-projects-empty': ['model-invalid', 'projectIds is empty: name at least one project'],
  'model-projects-deleted': ['model-not-found', 'The projects or the version of this model were deleted meanwhile'],
  'model-address-reused': [
    'model-taken',
    'Another model now has the address of this one. Delete the other model first',
  ],
  'model-not-in-trash': ['trash-item-not-found', 'There is no model "{{model}}" in the trash'],
  'weights-damaged': ['weights-damaged', 'The weights of {{model}} are damaged on disk. Upload them again'],
  'model-not-in-workspace': ['model-not-found', 'There is no model "{{model}}" in {{workspace}}'],
  'weights-too-large': ['model-too-large', 'The file is larger than {{most}} GB'],
  'model-field-missing': ['model-invalid', '{{field}} is missing'],
  'model-field-too-long': ['model-invalid', '{{field}} has {{length}} characters; at most {{most}} are kept'],
  'weights-empty': ['model-invalid', 'The file is empty'],
  'weights-checksum-mismatch': [
    'model-invalid',
    'The file arrived damaged: its SHA-256 is {{found}}, not {{expected}}. Send it again',
  ],
  'model-exists': ['model-taken', 'The model "{{model}}" already exists. Delete it first, or choose another name'],
  'version-has-model': ['model-there-already', 'The version {{version}} already has a model. Delete it first'],
  'model-upload-expired': ['upload-closed', 'This upload was open for only an hour. Request a new upload address'],
  'model-answers-other-questions': ['model-cannot', '{{model}} ({{task}}) does not support this task'],
  'model-being-fetched': ['model-taken', '{{model}} is already being downloaded'],
  'model-not-in-catalogue': ['model-not-found', 'The catalog has no model "{{model}}"'],
  'model-unknown': ['model-not-found', 'There is no model "{{model}}"'],
  'model-gone-from-trash': ['trash-item-not-found', 'This model is no longer in the trash'],
  'model-id-reused': ['model-taken', 'Another model now has the id of this one. Remove the other model first'],
  'model-fetch-running': ['model-taken', '{{model}} is being downloaded. Cancel the download first'],
  'download-larger-than-named': [
    'model-download-refused',
    'The host sends more than the {{most}} bytes of {{path}}, so it is a different file',
  ],
  'model-file-name-not-allowed': ['file-name-invalid', 'A model cannot contain a file called "{{path}}"'],
  'model-files-too-large': ['model-too-large', 'The files are larger than {{most}} GB together'],
  'model-gone': ['model-not-found', 'The model "{{model}}" no longer exists'],
  'model-licence-not-accepted': [
    'model-licence-unaccepted',
    '{{name}} is licensed under the {{licence}} ({{url}}). Accept the license to continue',
  ],
  'download-of-other-size': [
    'model-download-refused',
    'The host offers {{path}} with {{offered}} bytes, but the catalog states {{stated}}, so it is a different file. Try a mirror, or install the model from a folder',
  ],
  'download-broke-off': [
    'model-download-failed',
    'The host closed the connection after {{arrived}} of {{total}} bytes of {{path}}. Try again to resume the download',
  ],
  'model-id-unusable': [
    'model-invalid',
    '"{{id}}" cannot be the id of a model: it is two names with a slash between them, such as cups/1, of letters, digits, spaces, dots, - and _',
  ],
  'mirror-malformed': [
    'settings-invalid',
    '"{{address}}" cannot be a mirror: enter an address such as https://nas/models/',
  ],
  'no-room-for-model': [
    'disk-full',
    'The model needs {{needed, size}}, but only {{free, size}} are free on the disk of the library. Free some space and try again',
  ],
  'too-many-model-files': [
    'model-too-large',
    '{{folder}} contains more than {{most}} files. Choose the folder of one model',
  ],
  'model-ends-its-process': [
    'model-broken',
    '{{name}} crashes the process that loads it, so it cannot be used on this machine',
  ],
  'model-does-not-run': ['model-broken', 'The model "{{id}}" does not run: {{why}}. Install it again, or another one'],
  'model-input-size-refused': [
    'model-cannot',
    'The network of {{name}} does not accept an input of {{width}} × {{height}}. Set another width and height; many networks accept only multiples of 32',
  ],
  'model-took-too-long': [
    'model-overran',
    '{{name}} was stopped because it took longer than {{seconds}} s. Give it more time under Models, or use a smaller model',
  ],
  'model-file-gone-from-host': [
    'model-download-refused',
    '{{host}} no longer has {{file}} (HTTP {{status}}). Try a mirror, or install the model from a folder',
  ],
  'model-host-needs-sign-in': [
    'model-download-refused',
    '{{host}} requires sign-in for {{file}} (HTTP {{status}}). Download it in a browser, then install the model from its folder',
  ],
  'model-serves-other-task': [
    'model-cannot',
    'The model "{{id}}" ({{own}}) does not support /infer/{{task}}; use {{place}}',
  ],
  'model-draws-no-image': ['model-cannot', 'The model "{{id}}" ({{task}}) draws no image; leave out format=image'],
  'inference-server-silent': ['inference-stopped', 'The inference server at {{url}} does not answer: {{why}}'],
  'model-does-not-place': [
    'model-cannot',
    'The model "{{id}}" ({{task}}) does not locate objects. Choose one for boxes, outlines or keypoints',
  ],
  'model-install-failed': ['model-broken', '{{cause}}'],
  'model-install-failed-silently': ['model-broken', 'The model could not be installed'],
  'reconstruction-answer-too-large': [
    'reconstruction-failed',
    'The 3D server at {{host}} answers with more than {{most}} MB',
  ],
  'reconstruction-answered': ['reconstruction-failed', 'The 3D server at {{host}} answers {{status}}: {{words}}'],
  'reconstruction-not-json': ['reconstruction-failed', 'The 3D server at {{host}} answers with text that is not JSON'],
  'reconstruction-too-slow': [
    'reconstruction-failed',
    'The 3D server at {{host}} does not answer within {{seconds}} s',
  ],
  'reconstruction-unreachable': ['reconstruction-failed', 'The 3D server at {{host}} cannot be reached'],
  'model-file-not-fetched': ['model-download-refused', 'Could not fetch {{file}} from {{host}}: {{cause}}'],
  'model-host-failed': ['model-download-failed', '{{cause}} ({{file}})'],
  'model-archive-not-unpacked': [
    'archive-unreadable',
    '{{name}} cannot be unpacked: {{cause}}. Download it again, or drop its unpacked folder',
  ],
  'input-image-unreadable': ['picture-unreadable', 'Could not load input image. Cause: {{cause}}'],
  'network-not-onnx': ['model-unrecognised', '{{path}} is not an ONNX model: {{cause}}'],
  'file-of-pytorch': ['model-unrecognised', '{{path}} contains PyTorch weights. Export the model as ONNX'],
  'file-of-safetensors': [
    'model-unrecognised',
    '{{path}} contains weights without their network. Export the model as ONNX',
  ],
  'file-of-tensorrt': [
    'model-unrecognised',
    '{{path}} is a network compiled for one graphics card. Use the ONNX file it was made from',
  ],
  'file-of-tensorflow': ['model-unrecognised', '{{path}} is a TensorFlow model. Convert it to ONNX'],
  'file-of-core-ml': ['model-unrecognised', '{{path}} is a Core ML model. Use its ONNX export'],
  'file-of-onnx-runtime': [
    'model-unrecognised',
    '{{path}} is a network prepared for one version of ONNX Runtime. Use the ONNX file it was made from',
  ],
  'file-is-archive': ['model-unrecognised', '{{path}} is an archive. Unpack it and drop the folder'],
  'dictionary-of-other-network': [
    'model-unrecognised',
    '{{path}} lists {{count}} characters, but {{network}} was trained on {{least}} or {{most}}. Put its own dictionary beside it',
  ],
  'tokenizer-missing': [
    'model-unrecognised',
    'This model needs a tokenizer. Drop its tokenizer.json with it, or vocab.json and merges.txt, or bpe_simple_vocab_16e6.txt.gz',
  ],
  'character-set-unknown': [
    'model-unrecognised',
    'The character set of the recognition network is unknown. Add a vocabulary.txt with its characters in training order',
  ],
  'dictionary-missing': [
    'model-unrecognised',
    'The recognition network does not list its characters. Add its dictionary with one character per line, such as ppocr_keys_v1.txt',
  ],
  'detection-network-missing': [
    'model-unrecognised',
    'This is only the recognition network of an OCR model. Drop its detection network with it',
  ],
  'recognition-network-missing': [
    'model-unrecognised',
    'This is only the detection network of an OCR model. Drop its recognition network with it',
  ],
  'several-models': [
    'model-unrecognised',
    '{{source}} contains several models: {{first}}, and {{second}}. Drop the files of one at a time',
  ],
  'tensors-unknown': [
    'model-unrecognised',
    '{{cause}}. No supported model family has such tensors. If the network is one of a pair, such as an encoder and a decoder, drop both together',
  ],
  'model-of-other-family': ['model-unrecognised', 'Judging by its tensors, {{source}} is {{families}}, not {{wanted}}'],
  'model-for-other-task': [
    'model-unrecognised',
    'Judging by its tensors, {{source}} is for {{task}}, not for {{wanted}}',
  ],
  'model-question-open': ['model-unanswered', '{{cause}}'],
  'model-question-unanswered': ['model-unanswered', '{{cause}}. Set "{{word}}"'],
  'model-question-to-choose': ['model-unanswered', '{{cause}}. Set "{{word}}": {{values}}'],
  'model-files-unusable': [
    'model-not-installed',
    '{{cause}}. Install its files on the Models page of the studio or with the command "models install"',
  ],
  'model-has-no-operation': ['model-cannot', 'The model "{{id}}" ({{task}}) cannot {{operation}}'],
  'embedding-not-kept': [
    'model-cannot',
    'No embedding is stored under the image id "{{id}}". Send the image again together with this id',
  ],
  'image-not-sent': ['model-cannot', 'No image was sent. Send an image, or the image id from an earlier response'],
  'model-takes-no-boxes': [
    'model-cannot',
    'This model does not accept boxes. Prompt it with points only, or install a SAM model whose decoder has the input "input_boxes"',
  ],
  'logits-too-large': [
    'model-cannot',
    'The logits of {{masks}} masks of {{width}} × {{height}} pixels do not fit into an archive. Send fewer prompts at once, or request the format "rle"',
  ],
  'no-class-to-find': ['model-cannot', 'There is no class to look for; name at least one'],
  'too-many-classes-to-find': ['model-cannot', '{{count}} classes are too many at once; name at most {{most}}'],
  'no-word-to-find': [
    'model-cannot',
    'None of the classes has a word to look for; name at least one in letters or digits',
  ],
  'prompt-empty': [
    'model-cannot',
    'A prompt has neither words nor boxes. Describe what to look for, or show it with a box',
  ],
  'model-takes-no-examples': [
    'model-cannot',
    'This model has no input for example boxes. Use words only, or install a SAM 3 package with a geometry input',
  ],
  'too-many-examples': ['model-cannot', 'This model takes {{most}} example box at most. Send fewer boxes'],
} as const satisfies Record<string, Entry>
