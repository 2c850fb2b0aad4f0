import type { Template } from '../template.ts'

/** Faults of addresses and hosts, which stand inside refusals to fetch. */
export const FETCH_FAULTS = {
  'url-too-long': 'it has {{length}} characters; at most {{most}} are read',
  'url-malformed': '"{{text}}" is not an address',
  'url-of-other-scheme': '"{{text}}" must begin with http:// or https://',
  'url-with-user': 'it must not contain a user name or password',
  'url-disguised': 'write the host as {{host}}, not in another spelling',
  'url-not-on-internet': '{{host}} is not on the open internet. To allow it, start Tessera with {{flag}}',
  'url-redirected-too-often': 'it is redirected more than {{most}} times',
  'url-without-https': 'it must begin with https://',
  'url-not-open': 'it is not on the open internet',
  'fetch-host-unknown': '{{host}} is not known',
  'fetch-host-refuses': '{{host}} refuses the connection',
  'fetch-host-broke-off': '{{host}} broke off',
  'fetch-host-silent': '{{host}} gives no answer in time',
  'fetch-host-slow': '{{host}} takes too long',
  'fetch-host-unreachable': '{{host}} cannot be reached',
  'fetch-host-unreachable-by': '{{host}} cannot be reached ({{code}})',
  'fetch-host-answered': '{{host}} answered with the status {{status}}',
  'fetch-host-sent-part': '{{host}} returned part of the file instead of the whole file',
} as const satisfies Record<string, Template>
