import { getPassword } from 'keytar'

export const read = getPassword
