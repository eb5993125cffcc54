import { randomUUID } from 'node:crypto'
import type { AlertChannelKind } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startReceiver } from '../../../platform/net/test-receiver.ts'
import { newChannel, newIncident, newRule, orgOf } from '../../../testing/alerts/alerts.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { emailsOf, emailTo } from '../../../testing/mailbox.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

const clock = movableClock()
let kinora: TestKinora
let owner: Client
let pool: TestPool

beforeAll(async () => {
  kinora = await startTestKinora({ clock, env: { PUBLIC_URL: 'https://video.example.com' } })
  owner = await newOwner(kinora.url)
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

function channelAt(url: string, kind: Exclude<AlertChannelKind, 'email' | 'sms'>) {
  return owner.call('createAlertChannel', { params: orgOf(owner), body: { name: kind, kind, url } })
}

/** Queues the message about a new incident, as an evaluator does. */
async function queueMessage(channelId: string, ruleId?: string, label?: string): Promise<string> {
  const params = { ...orgOf(owner), id: ruleId ?? '' }
  const rule = ruleId === undefined ? await newRule(owner) : await owner.call('getAlertRule', { params })
  const incidentId = await newIncident(pool, rule, label === undefined ? {} : { label })
  await pool.sql(
    `INSERT INTO alert_messages (id, environment_id, change_id, channel_id, channel_name, channel_kind, is_critical, state,
       next_attempt_at, rule_id, change_kind)
     SELECT $1, change.environment_id, change.id, channel.id, channel.name, channel.kind, true, 'due', $2, $5, change.kind
     FROM alert_changes AS change, alert_channels AS channel WHERE change.incident_id = $3 AND channel.id = $4`,
    [randomUUID(), clock.now(), incidentId, channelId, rule.id],
  )
  await advance(0)
  return incidentId
}

/** Moves the clock, and wakes senders that wait by the real one. */
async function advance(seconds: number): Promise<void> {
  clock.advance(seconds)
  await pool.sql(`SELECT pg_notify('kinora_alert_messages', '')`)
}

async function messageOf(incidentId: string) {
  const { changes } = await owner.call('getAlertIncident', { params: { ...orgOf(owner), id: incidentId } })
  return changes.find(({ kind }) => kind === 'opened')?.messages[0]
}

describe('the channels of alerts', () => {
  it('sends signed JSON to webhooks, and keeps address and secret to itself', async () => {
    const receiver = await startReceiver()
    const made = await channelAt(`${receiver.url}?key=hidden`, 'webhook')
    expect(made.secret).toMatch(/^whsec_/)
    const { items } = await owner.call('listAlertChannels', { params: orgOf(owner) })
    expect(JSON.stringify(items)).not.toContain('hidden')
    const [stored] = await pool.sql('SELECT * FROM alert_channels WHERE id = $1', [made.id])
    expect(JSON.stringify(stored)).not.toContain('hidden')
    const incidentId = await queueMessage(made.id)
    const message = await eventually(async () => {
      const sent = await messageOf(incidentId)
      expect(sent?.state).toBe('sent')
      return sent
    })
    const [received] = receiver.received
    expect(received?.headers).toMatchObject({
      'webhook-id': message?.id,
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
    expect(received?.event).toMatchObject({ id: message?.id, type: 'alert.opened', data: { incidentId } })
    await receiver.close()
  })

  it('sends several alerts of a rule at once as one message, which stays the same', async () => {
    const receiver = await startReceiver((_received, count) => ({ status: count === 1 ? 503 : 200 }))
    const { id } = await channelAt(receiver.url, 'slack')
    await pool.sql('UPDATE alert_channels SET paused_until = $2 WHERE id = $1', [
      id,
      new Date(clock.now().getTime() + 3_600_000),
    ])
    const rule = await newRule(owner, { name: 'Many' })
    const queued: string[] = []
    for (let n = 1; n <= 12; n++) queued.push(await queueMessage(id, rule.id, `Stream ${n}`))
    const other = await queueMessage(id)
    // Critical ones are sent first.
    await pool.sql('UPDATE alert_messages SET is_critical = false WHERE channel_id = $1 AND rule_id <> $2', [
      id,
      rule.id,
    ])
    await advance(3601)
    await eventually(async () => expect((await messageOf(queued[0] ?? ''))?.fault).toBe('status 503'))
    await queueMessage(id, rule.id, 'Too late')
    for (const seconds of [3, 2, 2, 2, 2]) {
      await advance(seconds)
      await eventually(async () => {
        const [row] = await pool.sql(
          `SELECT count(*)::int AS claimed FROM alert_messages WHERE channel_id = $1 AND claimed_until IS NOT NULL`,
          [id],
        )
        expect(row?.claimed).toBe(0)
      })
    }
    await eventually(async () => expect((await messageOf(other))?.state).toBe('sent'))
    for (const each of queued)
      expect(await messageOf(each)).toMatchObject({ state: 'sent', attempts: 2, channelName: 'slack' })
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies).toHaveLength(4)
    const many = bodies.filter((body) => body.includes('Firing: Many (12)'))
    expect(many).toHaveLength(2)
    expect(many[1]).toBe(many[0])
    expect(many[0]).toContain('Stream 1: 14 s')
    expect(many[0]).toContain('and 2 more')
    expect(many[0]).not.toContain('Too late')
    await receiver.close()
  })

  it('sends again with the same ID when Slack is busy, after the time that it asked for', async () => {
    const answers: Answer[] = [{ status: 429, headers: { 'retry-after': '30' } }, { status: 200 }]
    const receiver = await startReceiver((_received, count) => answers[count - 1] ?? { status: 200 })
    const { id } = await channelAt(receiver.url, 'slack')
    const incidentId = await queueMessage(id)
    await eventually(async () => expect((await messageOf(incidentId))?.fault).toBe('status 429'))
    const failing = await owner.call('listAlertChannels', { params: orgOf(owner) })
    expect(failing.items.find((channel) => channel.id === id)?.failingSince).not.toBeNull()
    expect(receiver.received).toHaveLength(1)
    await advance(31)
    await eventually(async () =>
      expect(await messageOf(incidentId)).toMatchObject({ state: 'sent', attempts: 2 }),
    )
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect(receiver.received[0]?.body).toContain('rotating_light')
    await receiver.close()
  })

  it('takes 202 of Microsoft Teams as success, and sends a bare card', async () => {
    const receiver = await startReceiver(() => ({ status: 202 }))
    const { id } = await channelAt(receiver.url, 'teams')
    const incidentId = await queueMessage(id)
    await eventually(async () => expect((await messageOf(incidentId))?.state).toBe('sent'))
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'message',
      attachments: [{ content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl' }] } }],
    })
    await receiver.close()
  })

  it('gives up on a message that the receiver refuses', async () => {
    const receiver = await startReceiver(() => ({ status: 410 }))
    const { id } = await channelAt(receiver.url, 'webhook')
    const incidentId = await queueMessage(id)
    await eventually(async () =>
      expect(await messageOf(incidentId)).toMatchObject({
        state: 'failed',
        fault: 'status 410',
        attempts: 1,
      }),
    )
    await receiver.close()
  })

  it('does not reach private addresses', async () => {
    const body = { name: 'Inside', kind: 'webhook' as const, url: 'http://10.0.0.7/hook' }
    const refused = await owner.try('createAlertChannel', { params: orgOf(owner), body })
    expect(refused.body).toMatchObject({ type: '/problems/url-not-allowed' })
  })

  it('disables a channel that accepts nothing for a day, tells people, and goes on when it is enabled', async () => {
    let status = 503
    const receiver = await startReceiver(() => ({ status }))
    const { id } = await channelAt(receiver.url, 'slack')
    const first = await queueMessage(id)
    await eventually(async () => expect((await messageOf(first))?.fault).toBe('status 503'))
    await advance(86_400)
    await eventually(async () =>
      expect(await messageOf(first)).toMatchObject({ state: 'failed', fault: 'the channel is disabled' }),
    )
    const channelOf = async () =>
      (await owner.call('listAlertChannels', { params: orgOf(owner) })).items.find((one) => one.id === id)
    expect(await channelOf()).toMatchObject({ disabledAt: expect.any(String), fault: 'status 503' })
    const { email } = await owner.call('getUser', { params: { id: 'me' } })
    const mail = await eventually(async () => {
      const found = (await emailsOf(kinora)).find((each) => each.includes('disabled the alert channel slack'))
      expect(found).toContain(`To: ${email}`)
      return found
    })
    expect(mail).toContain('status 503')
    const { disabledChannels } = await owner.call('listAlertIncidents', { params: orgOf(owner), query: {} })
    expect(disabledChannels).toBe(1)
    status = 200
    expect(await owner.call('enableAlertChannel', { params: { ...orgOf(owner), id } })).toMatchObject({
      disabledAt: null,
      failingSince: null,
    })
    const next = await queueMessage(id)
    await eventually(async () => expect((await messageOf(next))?.state).toBe('sent'))
    await receiver.close()
  })

  it('sends SMS by the request of the channel, each number once, and records the responses', async () => {
    const receiver = await startReceiver((_received, count) =>
      count === 2 ? { status: 500, body: 'try later' } : { status: 200, body: `{"sid":"SM${count}"}` },
    )
    const numbers = ['+971501234567', '+919876543210']
    const template = {
      contentType: 'application/json' as const,
      body: '{"to":"{{to}}","text":"{{text}}"}',
      headers: [{ name: 'Authorization', value: 'Bearer hidden' }],
    }
    const body = { name: 'On duty', kind: 'sms' as const, url: receiver.url, numbers, template }
    const { id, target } = await owner.call('createAlertChannel', { params: orgOf(owner), body })
    expect(target).toBe(numbers.join(', '))
    const [stored] = await pool.sql('SELECT * FROM alert_channels WHERE id = $1', [id])
    expect(JSON.stringify(stored)).not.toContain('hidden')
    const incidentId = await queueMessage(id, undefined, `"A\n${'long '.repeat(60)}`)
    await eventually(async () => expect((await messageOf(incidentId))?.fault).toBe('status 500'))
    await advance(3)
    const message = await eventually(async () => {
      const sent = await messageOf(incidentId)
      expect(sent?.state).toBe('sent')
      return sent
    })
    expect(message?.answer).toContain('SM3')
    const sent = receiver.received.map(({ body: text }) => JSON.parse(text))
    expect(sent.map(({ to }) => to)).toEqual([numbers[0], numbers[1], numbers[1]])
    expect(sent[0].text).toMatch(/^Firing: Stream down: "A long/)
    expect(sent[0].text.length).toBeLessThanOrEqual(160)
    expect(receiver.received[0]?.headers).toMatchObject({
      authorization: 'Bearer hidden',
      'content-type': 'application/json',
    })
    const wrong = { ...body, template: { ...template, headers: [{ name: 'Host', value: 'x' }] } }
    expect((await owner.try('createAlertChannel', { params: orgOf(owner), body: wrong })).status).toBe(400)
    await receiver.close()
  })

  it('sends emails in the language of the channel, with a link and a lasting ID', async () => {
    const { id } = await newChannel(owner, 'arabic@example.com')
    await owner.call('updateAlertChannel', { params: { ...orgOf(owner), id }, body: { language: 'ar' } })
    const incidentId = await queueMessage(id)
    // Quoted-printable breaks long lines with "=".
    const mail = (await emailTo(kinora, 'arabic@example.com')).replaceAll('=\n', '')
    expect(mail).toContain(`incidents/${incidentId}`)
    expect(mail).toMatch(/Message-ID: <alert\.[0-9a-f-]{36}@video\.example\.com>/)
    await eventually(async () => expect((await messageOf(incidentId))?.state).toBe('sent'))
  })
})
