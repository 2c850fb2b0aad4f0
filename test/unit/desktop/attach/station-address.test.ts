import { expect, test } from 'vitest'
import { readStationAddress } from '#desktop/attach/station-address'

test('the link that a station prints holds its address and its token', () => {
  expect(readStationAddress('http://127.0.0.1:9002/?token=abc')).toEqual({
    origin: 'http://127.0.0.1:9002',
    token: 'abc',
    isLoopback: true,
  })
})

test('host and port are enough', () => {
  expect(readStationAddress('localhost:9002')).toMatchObject({ origin: 'http://localhost:9002', token: undefined })
})

test('only this machine counts as this machine', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.8.9.1',
    '[::1]',
    '192.168.1.4',
    'localhost.example',
    '127.0.0.1.example',
  ]

  const here = hosts.filter((host) => readStationAddress(`http://${host}:1`)?.isLoopback)

  expect(here).toEqual(['localhost', '127.0.0.1', '127.8.9.1', '[::1]'])
})

test('what is not the address of an HTTP server is not taken for one', () => {
  const wrong = [
    '',
    'http://',
    'http://127.0.0.1@example.invalid/',
    'http://a:b@127.0.0.1',
    'http://x:99999',
    'ftp://127.0.0.1/',
  ]

  expect(wrong.map(readStationAddress)).toEqual(wrong.map(() => undefined))
})
