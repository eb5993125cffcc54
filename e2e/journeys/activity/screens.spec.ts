// Slow: axe examines each screen, and each is measured in three languages.
import { address, newPerson, readySample } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

testScreens('what happened, and how programs are told', async () => {
  const person = await newPerson()
  await person.call('POST', '/video/api/v1/uploads', { fileName: 'match.mp4', fileSize: 1000 })
  await readySample(person, { title: 'Round 10: the final' })
  const webhook = await person.call('POST', '/services/api/v1/webhooks', { url: 'http://127.0.0.1:9/hook' })
  const test = `/services/api/v1/webhooks/${webhook.id}/test`
  const delivery = await person.call('POST', test, {})
  const { items } = await person.call('GET', '/data/api/v1/events?type=video.asset.created')
  const [event] = items as { id: string }[]
  const of = (path: string): Screen => ({ person, address: `${address}/${person.environmentId}/${path}` })
  return [
    of('api-docs?call=createUpload'),
    of('events-logs'),
    of('events-logs?tab=logs'),
    of(`events-logs?open=${event?.id}`),
    of('settings/webhooks'),
    of(`settings/webhooks/${webhook.id}?delivery=${delivery.id}`),
    { ...of(`settings/webhooks/${delivery.id}`), shown: (page) => page.getByRole('heading', { level: 2 }) },
    { ...of('settings/webhooks?new=true'), shown: dialogOf },
  ]
})
