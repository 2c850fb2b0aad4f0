import { cropWindow } from '#common/versions/window'
import { cutOut } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Crops the same window from every image, with the same edges as inference. */
export const staticCrop = definePreprocessing({
  key: 'static-crop',
  plan: (settings, { frame }) => cutOut(frame, cropWindow(settings, frame), 'black'),
})
