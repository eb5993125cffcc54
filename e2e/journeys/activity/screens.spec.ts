// Slow: axe examines each screen in two looks, and each is loaded in two more languages.
import { address, newPerson } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

testScreens('what happened, and how programs are told', async () => {
  const person = await newPerson()
  await person.call('POST', '/video/api/v1/uploads', { fileName: 'match.mp4', fileSize: 1000 })
  const of = (path: string): Screen => ({ person, address: `${address}/${person.environmentId}/${path}` })
  return [
    of('api-docs?call=createUpload'),
    of('events-logs'),
    of('events-logs?tab=logs'),
    of('settings/webhooks'),
    { ...of('settings/webhooks?new=true'), shown: dialogOf },
  ]
})
