import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not a single machine of the open internet: IANA's special-purpose registry, multicast and the reserved end. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** All that is given out of IPv6. Loopback, link-local, unique local, multicast and mapped IPv4 lie outside. */
const OPEN_V6 = ['2000::/3']
/** Inside of it: protocol assignments with Teredo, documentation, and 6to4, which leads to any IPv4 address. */
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closedV4 = blocks(CLOSED_V4, 'ipv4')
const openV6 = blocks(OPEN_V6, 'ipv6')
const closedV6 = blocks(CLOSED_V6, 'ipv6')

/** Whether an IP address is that of a machine on the open internet. Anything else, and anything unclear, is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closedV4.check(address, 'ipv4')
    case 6:
      // An address with a zone is one of this machine's own networks.
      return !address.includes('%') && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
    default:
      return false
  }
}

function blocks(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits = ''] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}
