/** Tells the addresses of the public internet from those of this host, its network and every special purpose. */
import { BlockList, isIP, isIPv4 } from 'node:net'

const blockListOf = (family: 'ipv4' | 'ipv6', subnets: string): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets.split(/\s+/)) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

// The IANA special-purpose registry: this network, private, shared (CGNAT), loopback, link-local, protocol assignments,
// documentation, AS112, AMT, 6to4 relays, benchmarking, multicast, reserved with broadcast.
const SPECIAL_V4 = blockListOf(
  'ipv4',
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
)

// Everything outside 2000::/3 is special: loopback, unique local, link-local, multicast, IPv4-mapped, and NAT64, which
// would lead to any IPv4 address.
const GLOBAL_V6 = blockListOf('ipv6', '2000::/3')
// Protocol assignments with Teredo, documentation, 6to4 and AS112: the tunnels carry an IPv4 address of anyone's
// choice.
const SPECIAL_V6 = blockListOf('ipv6', '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20')

/** True only for an address that anyone on the internet can reach; false for whatever is no address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !SPECIAL_V4.check(address, 'ipv4')
  // A zone id names an interface of this host.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}
