import { describe, expect, it } from 'vitest'
import { verificationsOf } from './verifications.ts'
import { readXml } from './xml.ts'

const verification = (vendor: string, more = '') => `<Verification vendor="${vendor}">
  <JavaScriptResource apiFramework="omid" browserOptional="true"><![CDATA[https://${vendor}/omid.js]]></JavaScriptResource>
  <TrackingEvents>
    <Tracking event="verificationNotExecuted"><![CDATA[https://${vendor}/not?why=[REASON]]]></Tracking>
    <Tracking event="other">https://${vendor}/other</Tracking>
  </TrackingEvents>${more}</Verification>`

const found = (...children: string[]) =>
  verificationsOf(readXml(`<InLine>${children.join('')}</InLine>`))
const list = (...each: string[]) => `<AdVerifications>${each.join('')}</AdVerifications>`
const extension = (inner: string, type = 'AdVerifications') =>
  `<Extensions><Extension type="${type}">${inner}</Extension></Extensions>`

describe('verifications of an ad', () => {
  it('are an element of VAST 4.1 and later', () => {
    const parameters = '<VerificationParameters><![CDATA[{"id":1}]]></VerificationParameters>'
    expect(found(list(verification('iab.example', parameters)))).toEqual([
      {
        ...{ vendor: 'iab.example', url: 'https://iab.example/omid.js', apiFramework: 'omid' },
        ...{ parameters: '{"id":1}', notExecutedUrls: ['https://iab.example/not?why=[REASON]'] },
      },
    ])
  })

  it('are an extension in earlier versions', () => {
    const vendors = (...children: string[]) => found(...children).map(({ vendor }) => vendor)
    expect(vendors(extension(list(verification('a.example'))))).toEqual(['a.example'])
    expect(vendors(extension(verification('a.example')))).toEqual(['a.example'])
    expect(vendors(extension(list(verification('a.example')), 'other'))).toEqual([])
  })

  it('are limited in number and length', () => {
    const many = Array.from({ length: 30 }, (_, n) => verification(`v${n}.example`))
    expect(found(list(...many))).toHaveLength(10)
    const long = `<VerificationParameters>${'x'.repeat(4001)}</VerificationParameters>`
    expect(found(list(verification('a.example', long), verification('x'.repeat(201))))).toEqual([])
  })

  it('have a script on the web', () => {
    const resource = (url: string) =>
      found(list(`<Verification vendor="a"><JavaScriptResource>${url}</JavaScriptResource></Verification>`))
    expect(resource('javascript:alert(1)')).toEqual([])
    expect(resource('https://a.example/omid.js')).toMatchObject([{ apiFramework: '', parameters: null }])
    expect(found(list('<Verification vendor="a"/>'))).toEqual([])
  })
})
