import type { Entry } from '../reasons.ts'

/** Refusals about annotations, their history, predictions and comments. */
export const ANNOTATIONS = {
  'annotations-exceed-memory': [
    'request-too-large',
    'The annotations need more memory than one file may use. Send fewer at once',
  ],
  'nothing-to-review': ['nothing-to-review', '{{image}} has no annotations. Choose "Mark as background" first'],
  'prediction-changed': [
    'edit-conflict',
    'A suggestion was accepted, rejected or replaced in the meantime. The suggestions have been reloaded',
  ],
  'image-gone': ['image-not-found', 'The image "{{image}}" no longer exists'],
  'annotations-changed': [
    'edit-conflict',
    'The annotations of {{image}} changed in the meantime and have been reloaded',
  ],
  'images-not-changed': ['edit-conflict', 'Nothing was changed because {{image}} could not be: {{cause}}'],
  'shape-changed': ['edit-conflict', 'A shape changed in the meantime. The annotations have been reloaded'],
  'class-created-meanwhile': ['edit-conflict', 'The class "{{class}}" was created in the meantime. Try again'],
  'class-of-annotation-removed': ['class-not-found', 'The class of this annotation was deleted. Assign another class'],
  'history-entry-not-found': ['operation-not-found', 'The history of {{image}} has no entry {{operation}}'],
  'history-does-not-match': [
    'edit-conflict',
    'The history of {{image}} does not match its annotations: the data is damaged',
  ],
  'no-annotations-of-group': ['image-not-found', '{{image}} has no annotations of the group "{{group}}"'],
  'two-classes-for-one-image': [
    'annotation-unreadable',
    'it says "{{first}}" and "{{second}}", and an image of this project has one class',
  ],
  'rejecting-needs-reason': ['reason-missing', 'Give a reason for rejecting the image'],
  'object-outside-image': [
    'annotation-unreadable',
    'No object lies in {{image}}, which is {{width}} × {{height}} pixels',
  ],
  'already-annotated': ['annotation-exists', '{{image}} is already annotated. Send overwrite=true to replace it'],
  'class-name-must-match': ['class-name-invalid', 'Write the class "{{name}}" as "{{expected}}"'],
  'comment-outside-image': [
    'comment-invalid',
    'This position is outside {{image}}, which is {{width}} × {{height}} pixels',
  ],
  'comment-undo-expired': ['comment-changed', 'This edit of the comment can no longer be undone'],
  'comment-of-another-person': ['comment-of-another', 'Only the author of a comment can change it'],
  'comment-gone': ['comment-not-found', 'This comment no longer exists'],
  'comment-empty': ['comment-invalid', 'A comment needs text'],
  'comment-too-long': ['comment-invalid', 'A comment can have at most {{most}} characters; this one has {{length}}'],
  'prediction-source-too-long': [
    'request-invalid',
    'source has {{length}} characters; the name of a model can have at most {{most}}',
  ],
  'prediction-score-outside-range': [
    'annotation-unreadable',
    'An object of "{{class}}" has the score {{score}}; scores go from 0 to 1',
  ],
  'prediction-of-whole-image': [
    'annotation-unreadable',
    'Predictions can only be for objects with a position, not for whole images',
  ],
  'too-many-predictions': [
    'annotation-unreadable',
    '{{image}} would have {{count}} predictions; an image can have at most {{most}}. Send overwrite=true to replace those of other sources',
  ],
  'nothing-to-undo-on-image': ['nothing-to-undo', 'There is nothing to undo on {{image}}'],
  'nothing-to-redo-on-image': ['nothing-to-undo', 'There is nothing to redo on {{image}}'],
  'project-takes-other-kind': ['shape-invalid', 'This project accepts {{kinds}}'],
  'image-has-one-class': ['shape-invalid', 'An image of this project has one class'],
  'rotated-centre-outside': [
    'shape-invalid',
    'The center of a rotated box lies outside the image; only its corners may',
  ],
  'point-outside': ['shape-invalid', 'A point lies outside the image'],
  'line-without-length': ['shape-invalid', 'A line has no length'],
  'keypoint-outside': ['shape-invalid', 'A keypoint lies outside the image'],
  'corner-not-number': ['shape-invalid', 'A shape has a corner that is not a number'],
  'shape-without-area': ['shape-invalid', 'A shape has no area'],
  'shape-outside': [
    'shape-invalid',
    'A shape extends beyond the image: it reaches {{columns}} × {{rows}}, the image is {{width}} × {{height}}',
  ],
  'mask-outside': ['shape-invalid', 'A mask extends beyond the image'],
  'file-of-other-kind': ['annotation-unreadable', '{{what}}; this project takes {{kinds}}'],
  'annotation-lost-there': ['edit-conflict', '{{words}}'],
} as const satisfies Record<string, Entry>
