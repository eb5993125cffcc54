import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fields of an ad besides its file. */
interface GivenAd {
  readonly seconds?: number
  readonly sequence?: number
  /** Skip offset in the format of VAST. */
  readonly skipOffset?: string
  /** Name of the creative, if several ads have the same one. Kinora prepares it once. */
  readonly creative?: string
  /** Elements of the ad. */
  readonly extra?: string
}

/** A local ad server. */
export interface TestAdServer {
  readonly url: string
  /** URLs of reports that arrived, without the origin, in order. */
  readonly reports: string[]
  /** Requests for VAST. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Answers requests of a path from now on. */
  answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Answers with VAST. @returns the ad tag */
  offer(path: string, ...ads: readonly string[]): string
  /** An ad that is this file. Its advertiser has a page. */
  ad(id: string, clip: string, given?: GivenAd): string
  close(): Promise<void>
}

const quartiles = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
const actions = ['skip', 'pause', 'resume', 'mute', 'unmute', 'fullscreen', 'exitFullscreen']

export const vast = (...ads: readonly string[]) => `<VAST version="4.2">${ads.join('')}</VAST>`

export async function openAdServer(): Promise<TestAdServer> {
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const reports: string[] = []
  const requests: TestAdServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const handler = handlers.get(path.split('?', 1)[0] ?? '')
    if (handler !== undefined) return handler(request, response)
    if (path.startsWith('/report/')) reports.push(path)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: TestAdServer = {
    url,
    reports,
    requests,
    answer: (path, handler) => void handlers.set(path, handler),
    offer(path, ...ads) {
      self.answer(path, (request, response) => {
        requests.push({ path: request.url ?? '', headers: request.headers })
        response.end(vast(...ads))
      })
      return `${url}${path}`
    },
    ad(id, clip, { seconds = 2, sequence, skipOffset, creative = id, extra = '' } = {}) {
      self.answer(`/${id}.html`, (_request, response) => response.end(`<title>${id}</title>`))
      self.answer(`/${id}.mp4`, (_request, response) => void createReadStream(clip).pipe(response))
      const report = (event: string) => `<![CDATA[${url}/report/${id}/${event}]]>`
      const tracked = [...quartiles, ...actions]
        .map((event) => `<Tracking event="${event}">${report(event)}</Tracking>`)
        .join('')
      return `<Ad id="${id}"${sequence === undefined ? '' : ` sequence="${sequence}"`}><InLine>
        <AdSystem>Test</AdSystem><AdTitle>Advertisement ${id}</AdTitle>${extra}
        <Impression>${report('impression')}</Impression><Error>${report('error-[ERRORCODE]')}</Error>
        <Creatives><Creative><UniversalAdId idRegistry="test">${creative}</UniversalAdId><Linear${skipOffset === undefined ? '' : ` skipoffset="${skipOffset}"`}>
          <Duration>00:00:${String(seconds).padStart(2, '0')}</Duration>
          <TrackingEvents>${tracked}</TrackingEvents>
          <VideoClicks><ClickThrough><![CDATA[${url}/${id}.html?at=[TIMESTAMP]]]></ClickThrough>
            <ClickTracking>${report('click')}</ClickTracking><CustomClick>${report('customClick')}</CustomClick></VideoClicks>
          <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="320" height="180" bitrate="500">
            <![CDATA[${url}/${id}.mp4]]></MediaFile></MediaFiles>
        </Linear></Creative></Creatives></InLine></Ad>`
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}
