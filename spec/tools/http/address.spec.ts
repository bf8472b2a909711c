import { expect } from 'chai'
import { isPublicAddress } from '../../../lib/tools/http/address.js'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001::1'
]

const SPECIAL = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700::1111%eth0'
]

const NO_ADDRESS = [
  '',
  'localhost',
  'example.com',
  '1.1.1',
  '01.1.1.1',
  '1.1.1.1.',
  '0x7f000001',
  '2130706433',
  '[2606:4700::1111]',
  '8.8.8.8/8',
  ' 8.8.8.8'
]

describe('isPublicAddress', () => {
  it('lets pass what anyone on the internet can reach', () => {
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).to.deep.equal([])
  })
  it('refuses loopback, private, link-local, shared, tunnelled, multicast and reserved addresses', () => {
    expect(SPECIAL.filter(isPublicAddress)).to.deep.equal([])
  })
  it('refuses what is no address', () => {
    expect(NO_ADDRESS.filter(isPublicAddress)).to.deep.equal([])
  })
})
