export { default } from '../../../oxlint.config.ts'
