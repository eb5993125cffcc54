import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mmdbOf } from '../../../testing/analytics/mmdb.ts'
import { openLocations } from './locations.ts'

const log = pino({ level: 'silent' })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locations-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(name: string, networks: Record<string, object>): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, mmdbOf(networks))
  return path
}

describe('the location of an IP address', () => {
  it('is only the country with the bundled database', async () => {
    const locations = await openLocations({}, log)
    const unknown = { country: '', region: '', city: '', isp: '' }
    expect(locations.locationOf('8.8.8.8')).toEqual({ ...unknown, country: 'US' })
    expect(locations.locationOf('2001:4860:4860::8888').country).toBe('US')
    for (const address of ['::ffff:8.8.8.8', '::FFFF:808:808', '0:0:0:0:0:ffff:8.8.8.8'])
      expect(locations.locationOf(address).country).toBe('US')
    for (const address of ['127.0.0.1', '::1', '', 'not an address', '::ffff:zz'])
      expect(locations.locationOf(address)).toEqual(unknown)
    locations.close()
  })

  it.each([
    [
      'as MaxMind writes them',
      {
        country: { iso_code: 'IN' },
        subdivisions: [{ names: { en: 'Karnataka' } }],
        city: { names: { en: 'Mysuru' } },
      },
      { isp: 'Kaveri Broadband', autonomous_system_organization: 'KAVERI-AS' },
    ],
    [
      'as flat records',
      { country_code: 'in', state1: 'Karnataka', city: 'Mysuru' },
      { autonomous_system_organization: 'Kaveri Broadband' },
    ],
  ])('is read from files of the operator, %s', async (_, city, provider) => {
    const network = '203.0.113.0/24'
    const GEO_CITY_DB = await fileOf('city.mmdb', {
      '198.51.100.0/24': { country_code: 'FR' },
      [network]: city,
    })
    const GEO_ISP_DB = await fileOf('isp.mmdb', { [network]: provider })
    const locations = await openLocations({ GEO_CITY_DB, GEO_ISP_DB }, log)
    expect(locations.locationOf('203.0.113.9')).toEqual({
      country: 'IN',
      region: 'Karnataka',
      city: 'Mysuru',
      isp: 'Kaveri Broadband',
    })
    expect(locations.locationOf('198.51.100.1').country).toBe('FR')
    expect(locations.locationOf('2001:4860:4860::8888').country).toBe('')
    locations.close()
  })

  it('cannot be read from a file of another format', async () => {
    const GEO_CITY_DB = join(folder, 'broken.mmdb')
    await expect(openLocations({ GEO_CITY_DB }, log)).rejects.toThrow('GEO_CITY_DB')
    await writeFile(GEO_CITY_DB, 'nothing')
    await expect(openLocations({ GEO_CITY_DB }, log)).rejects.toThrow('is not an MMDB file')
  })
})
