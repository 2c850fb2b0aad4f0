import { cropWindow } from '#common/versions/window'
import { cutOut } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Cuts the same window out of every image, with the edges that inference uses. */
export const staticCrop = definePreprocessing({
  key: 'static-crop',
  plan: (settings, { frame }) => cutOut(frame, cropWindow(settings, frame), 'black'),
})
