import { station } from '#station/shell'

export const shell = station
