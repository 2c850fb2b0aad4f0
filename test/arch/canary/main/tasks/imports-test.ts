import { fixture } from '#test/fixture'

export const borrowed = fixture
