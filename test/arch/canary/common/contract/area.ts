import { oc } from '@orpc/contract'

export const contract = oc
