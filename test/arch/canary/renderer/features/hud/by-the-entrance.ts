import { measured } from '#renderer/features/annotate/entrance/measured'

export const figures = measured
