import type { Call, CallName, Embed, ReportDocument } from '@kinora/contract'
import { allCalls } from '@kinora/contract/areas.gen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { embedBody, embedSecretOf, newEmbed } from '../../../testing/reports/embeds.ts'
import { organizationOf } from '../../../testing/reports/reports.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const DAY_MS = 86_400_000
let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

const pageOf = ({ id }: Pick<Embed, 'id'>) => fetch(`${world.kinora.url}/embed/report/${id}`)

function contentOf({ id }: Pick<Embed, 'id'>, secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}`, origin: 'null' }
  return fetch(`${world.kinora.url}/embed/report/${id}/content`, { headers })
}

async function expectOver(response: Response): Promise<void> {
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ type: '/problems/embed-over' })
}

describe('an embedded report', () => {
  it('shows its question to who has the secret, on its sites', async () => {
    const embed = await newEmbed(owner, {
      language: 'ar',
      theme: 'dark',
      sites: ['News.Example.com', '*.tv.example'],
    })
    expect(embed).toMatchObject({
      status: 'active',
      sites: ['news.example.com', '*.tv.example'],
      shownAt: null,
    })
    const { url, code } = await owner.call('getEmbedCode', {
      params: { ...organizationOf(owner), id: embed.id },
    })
    expect(code).toContain(`<iframe src="${url}"`)
    expect(code).toContain('sandbox="allow-scripts"')
    const [address, secret = ''] = url.split('#')
    expect(address).toBe(`${world.kinora.url}/embed/report/${embed.id}`)

    const page = await pageOf(embed)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'self' http://news.example.com:* http://*.tv.example:*")
    expect(policy).toContain('sandbox allow-scripts')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-frame-options')).toBeNull()
    const html = await page.text()
    expect(html).toContain('<html lang="ar" dir="rtl" data-theme="dark">')
    expect(html).not.toContain(secret)

    const response = await contentOf(embed, secret)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const content = (await response.json()) as ReportDocument
    expect(content).toMatchObject({ title: 'Gulf live', language: 'ar' })
    expect(content.figures.map(({ metric }) => metric)).toEqual(['viewers', 'total-viewership'])
    expect(content.tables.map(({ metric }) => metric)).toEqual(['countries'])
    const { items } = await owner.call('listEmbeds', { params: organizationOf(owner), query: {} })
    expect(items.find(({ id }) => id === embed.id)?.shownAt).not.toBeNull()
  })

  it('has a name that cannot end the code', async () => {
    const { id } = await newEmbed(owner, { name: '"><script>alert(1)</script>' })
    const { code } = await owner.call('getEmbedCode', { params: { ...organizationOf(owner), id } })
    expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  it('answers the preflight of a page without an origin', async () => {
    const { id } = await newEmbed(owner)
    const response = await fetch(`${world.kinora.url}/embed/report/${id}/content`, {
      method: 'OPTIONS',
      headers: {
        origin: 'null',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('refuses other secrets, and questions in the address', async () => {
    const [one, other] = [await newEmbed(owner), await newEmbed(owner)]
    const secret = await embedSecretOf(owner, one.id)
    await expectOver(await contentOf(other, secret))
    await expectOver(await contentOf(one, ''))
    await expectOver(await contentOf({ id: owner.environmentId ?? '' }, secret))
    const asked = await fetch(`${world.kinora.url}/embed/report/${one.id}/content?country=AE`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(asked.status).toBe(400)
    expect((await pageOf({ id: owner.environmentId ?? '' })).status).toBe(404)
  })

  it('ends at once when it is revoked', async () => {
    const embed = await newEmbed(owner)
    const secret = await embedSecretOf(owner, embed.id)
    expect((await contentOf(embed, secret)).status).toBe(200)
    const params = { ...organizationOf(owner), id: embed.id }
    expect(await owner.call('revokeEmbed', { params })).toMatchObject({ status: 'revoked' })
    await expectOver(await contentOf(embed, secret))
    expect((await pageOf(embed)).status).toBe(404)
    await expect(owner.call('getEmbedCode', { params })).rejects.toThrow()
  })

  it('ends when its creator loses the right, and its time', async () => {
    const all = { create: true, read: true, update: true, delete: true }
    const rights = { 'Embed Reports': { Embed: all }, Analytics: { Views: { read: true } } }
    const member = await world.member(JSON.stringify(rights))
    const embed = await newEmbed(member)
    const secret = await embedSecretOf(member, embed.id)
    expect((await contentOf(embed, secret)).status).toBe(200)
    const rolesWith = (permissions: object) =>
      world.sql(
        `UPDATE roles SET permissions = $2 WHERE id = (SELECT role_id FROM members JOIN users ON users.id = user_id
          WHERE users.id = $1 LIMIT 1)`,
        [userId, JSON.stringify(permissions)],
      )
    const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
    await rolesWith({ 'Embed Reports': { Embed: all } })
    await expectOver(await contentOf(embed, secret))
    await expect(newEmbed(member)).rejects.toThrow()
    await rolesWith(rights)
    expect((await contentOf(embed, secret)).status).toBe(200)
    const expire = (days: number) =>
      world.sql(`UPDATE report_embeds SET expires_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        embed.id,
        days,
      ])
    await expire(0)
    await expectOver(await contentOf(embed, secret))
    await expire(31)
    await world.kinora.sweep()
    const [left] = await world.sql('SELECT count(*)::int AS n FROM report_embeds WHERE id = $1', [embed.id])
    expect(left?.n).toBe(0)
  })

  it('needs a time that is not over, and at most a year away', async () => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    await expect(newEmbed(owner, { expiresAt: at(-1) })).rejects.toThrow()
    await expect(newEmbed(owner, { expiresAt: at(400) })).rejects.toThrow()
    await expect(newEmbed(owner, { expiresAt: at(1), timezone: 'Mars/Base' })).rejects.toThrow()
    await expect(newEmbed(owner, { expiresAt: at(1), sites: ['https://x.example/a'] })).rejects.toThrow()
  })

  it('previews the same question with the rights of the caller', async () => {
    const { metrics } = embedBody()
    const params = organizationOf(owner)
    const content = await owner.call('previewEmbed', { params, body: { metrics, range: 'this-month' } })
    expect(content.figures).toHaveLength(2)
  })
})

describe('the picture of an embedded report', () => {
  const codeOf = ({ id }: Embed) => owner.call('getEmbedCode', { params: { ...organizationOf(owner), id } })

  it('is a PNG or SVG without fonts, for who has its address', async () => {
    const embed = await newEmbed(owner, { name: 'Gulf & <live>', language: 'ar', theme: 'dark' })
    const secret = await embedSecretOf(owner, embed.id)
    const { pictureUrl, pictureCode } = await codeOf(embed)
    expect(pictureUrl).not.toContain(secret)
    expect(pictureCode).toContain('alt="Gulf &amp; &lt;live&gt;"')
    const png = await fetch(pictureUrl)
    expect(png.status).toBe(200)
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(png.headers.get('cache-control')).toBe('private, max-age=60')
    const bytes = Buffer.from(await png.arrayBuffer())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.readUInt32BE(16)).toBe(1200)
    // A minute has one picture.
    expect(Buffer.from(await (await fetch(pictureUrl)).arrayBuffer()).equals(bytes)).toBe(true)
    const svg = await fetch(`${pictureUrl}&format=svg&theme=light`)
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    const text = await svg.text()
    expect(text).toMatch(/^<svg/)
    expect(text).not.toMatch(/<text|<script|<image|href/)
    expect(text).toContain('#ffffff')
  })

  it('shows nothing for another signature, embed or site', async () => {
    const [one, other] = [await newEmbed(owner), await newEmbed(owner)]
    const [address, theirs] = [(await codeOf(one)).pictureUrl, (await codeOf(other)).pictureUrl]
    const signature = new URL(theirs).searchParams.get('signature') ?? ''
    const wrong = new URL(address)
    wrong.searchParams.set('signature', signature)
    await expectOver(await fetch(wrong))
    await expectOver(await contentOf(one, new URL(address).searchParams.get('signature') ?? ''))
    const secret = await embedSecretOf(owner, one.id)
    wrong.searchParams.set('signature', secret)
    await expectOver(await fetch(wrong))
    const from = (referer: string) => fetch(address, { headers: { referer } })
    await expectOver(await from('https://other.example.com/page'))
    expect((await from('https://news.example.com/page')).status).toBe(200)
    expect((await from(world.kinora.url)).status).toBe(200)
  })

  it('ends when the embed is revoked', async () => {
    const embed = await newEmbed(owner)
    const { pictureUrl } = await codeOf(embed)
    expect((await fetch(pictureUrl)).status).toBe(200)
    await owner.call('revokeEmbed', { params: { ...organizationOf(owner), id: embed.id } })
    await expectOver(await fetch(pictureUrl))
  })
})

describe('the secret of an embedded report', () => {
  it('opens no other call of the contract', async () => {
    const { id } = await newEmbed(owner)
    const secret = await embedSecretOf(owner, id)
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const others = (Object.entries(allCalls) as [CallName, Call][]).filter(
      ([, { caller }]) => caller !== 'none',
    )
    expect(others.length).toBeGreaterThan(200)
    for (const [name, { method, path }] of others) {
      const address = world.kinora.url + path.replace(/:\w+/g, id)
      for (const authorization of [`Bearer ${secret}`, `Basic ${basic}`]) {
        const headers = {
          authorization,
          'environment-id': owner.environmentId ?? '',
          'x-forwarded-for': `203.0.113.${others.findIndex(([each]) => each === name) % 250}`,
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        }
        const response = await fetch(address, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
        await response.arrayBuffer()
        expect([name, response.status]).toEqual([name, 401])
      }
    }
  })
})
