import type { ProjectType } from '#common/contract/projects'
import type { GivenBox, GivenProposal } from '../../../kit/cups.ts'
import { CLASS_ROWS } from './classes.ts'
import { DRAWING_ROWS } from './drawing.ts'
import { EDITING_ROWS } from './editing.ts'
import { IMAGE_ROWS } from './images.ts'
import { KEYPOINT_ROWS, SORTING_ROWS } from './keypoints.ts'
import { OBJECT_ROWS } from './objects.ts'
import { OUTLINE_ROWS } from './outlines.ts'
import { PAINTING_ROWS } from './painting.ts'
import { PROPOSAL_ROWS } from './proposals.ts'
import type { KeyRow } from './row.ts'
import { SMART_ROWS } from './smart.ts'
import { TOOL_ROWS, VIEW_ROWS } from './tools.ts'

/** Keys that are pressed one after the other on an image of their own. */
export interface KeyGroup {
  readonly type: ProjectType
  /** Its name determines its position in the queue. */
  readonly image: string
  readonly boxes?: readonly GivenBox[]
  readonly proposals?: readonly GivenProposal[]
  readonly rows: readonly KeyRow[]
}

const AREAS = 'instance-segmentation'

/** Every key of the key map, and its effect. */
export const KEY_TABLE: readonly KeyGroup[] = [
  { type: AREAS, image: '01 tools.png', rows: TOOL_ROWS },
  { type: AREAS, image: '02 view.png', boxes: [[100, 100, 200, 180]], rows: VIEW_ROWS },
  { type: AREAS, image: '03 drawing.png', rows: DRAWING_ROWS },
  { type: AREAS, image: '04 smart.png', rows: SMART_ROWS },
  { type: AREAS, image: '05 painting.png', rows: PAINTING_ROWS },
  {
    type: AREAS,
    image: '06 editing.png',
    boxes: [
      [100, 100, 200, 180],
      [300, 100, 340, 200],
      [300, 300, 380, 340],
    ],
    rows: EDITING_ROWS,
  },
  {
    type: AREAS,
    image: '07 objects.png',
    boxes: [
      [100, 100, 200, 180],
      [100, 100, 200, 180],
      [300, 100, 340, 200],
      [300, 100, 340, 200],
    ],
    rows: OBJECT_ROWS,
  },
  {
    type: AREAS,
    image: '08 outlines.png',
    boxes: [
      [390, 290, 530, 410],
      [460, 240, 600, 350],
    ],
    rows: OUTLINE_ROWS,
  },
  {
    type: AREAS,
    image: '09 proposals.png',
    proposals: [
      { class: 'cup', x: 140, y: 130, width: 80, height: 60, confidence: 0.9 },
      { class: 'spoon', x: 340, y: 130, width: 80, height: 60, confidence: 0.8 },
      { class: 'plate', x: 140, y: 330, width: 80, height: 60, confidence: 0.7 },
      { class: 'fork', x: 340, y: 330, width: 80, height: 60, confidence: 0.6 },
    ],
    rows: PROPOSAL_ROWS,
  },
  { type: AREAS, image: '10 classes.png', boxes: [[395, 295, 525, 405]], rows: CLASS_ROWS },
  { type: AREAS, image: '11 images.png', rows: IMAGE_ROWS },
  { type: AREAS, image: '12 last.png', rows: [] },
  { type: 'keypoint-detection', image: '01 faces.png', rows: KEYPOINT_ROWS },
  { type: 'single-label-classification', image: '01 kinds.png', rows: SORTING_ROWS },
]
