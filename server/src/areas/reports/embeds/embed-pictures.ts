import type { ReportDocument } from '@kinora/contract'
import { render } from '../../../platform/documents/render.ts'
import { problem } from '../../../platform/problem.ts'
import type { ReportsArea } from '../reports-area.ts'
import type { EmbedRow } from '../tables.ts'
import { type EmbedContents, findEmbed } from './embed-content.ts'
import { embedSvg } from './embed-svg.ts'
import { isSignatureOf } from './picture-signature.ts'

interface Look {
  readonly format: 'png' | 'svg'
  /** Replaces that of the embed. */
  readonly theme?: 'light' | 'dark' | undefined
}

interface Asked {
  readonly signature: string
  readonly referrer: string | undefined
  /** Host of this server, whose console shows a preview. */
  readonly ownHost: string
}

interface Picture {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Answers pictures of embeds. */
export interface EmbedPictures {
  /** The embed and the rights of its creator are checked each time.
   * @throws problem embed-over, warehouse-away, unavailable */
  read(embedId: string, asked: Asked, look: Look): Promise<Picture>
}

const MAX_KEPT = 200
/** Pictures that are drawn at once. Each takes a thread for a moment. */
const MAX_DRAWING = 4
const types = { png: 'image/png', svg: 'image/svg+xml' } as const

export function openEmbedPictures(
  area: Pick<ReportsArea, 'db' | 'clock' | 'secrets'>,
  contents: Pick<EmbedContents, 'readFor'>,
): EmbedPictures {
  /** By embed and look, each with the content that it shows. */
  const kept = new Map<string, { readonly of: ReportDocument; readonly picture: Promise<Picture> }>()
  let drawing = 0

  async function draw(
    document: ReportDocument,
    theme: 'light' | 'dark',
    format: Look['format'],
  ): Promise<Picture> {
    if (drawing >= MAX_DRAWING) throw problem('unavailable')
    drawing += 1
    try {
      const svg = embedSvg(document, theme)
      const asked = { pdf: null, picture: svg, ...(format === 'svg' && ({ pathsOnly: true } as const)) }
      const { picture } = await render(asked, new AbortController().signal)
      return { bytes: picture ?? new Uint8Array(0), type: types[format] }
    } finally {
      drawing -= 1
    }
  }

  return {
    async read(embedId, { signature, referrer, ownHost }, look) {
      const row = await findEmbed(area, embedId)
      if (row === null || !isSignatureOf(row, area.secrets.decrypt(row.secretEncrypted), signature))
        throw problem('embed-over')
      if (!isAllowedPage(row, referrer, ownHost)) throw problem('embed-over')
      const document = await contents.readFor(row)
      const theme = look.theme ?? (row.theme === 'dark' ? 'dark' : 'light')
      const key = `${row.id} ${theme} ${look.format}`
      const known = kept.get(key)
      if (known?.of === document) return known.picture
      const next = { of: document, picture: draw(document, theme, look.format) }
      next.picture.catch(() => {
        if (kept.get(key) === next) kept.delete(key)
      })
      kept.delete(key)
      kept.set(key, next)
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return next.picture
    },
  }
}

/** Whether the page is one of the sites of the embed. Email programs and many pages do not name themselves. */
function isAllowedPage(
  { sites }: Pick<EmbedRow, 'sites'>,
  referrer: string | undefined,
  ownHost: string,
): boolean {
  if (referrer === undefined || !URL.canParse(referrer)) return true
  const { host, hostname } = new URL(referrer)
  if (host === ownHost) return true
  return sites.some((site) =>
    site.startsWith('*.') ? hostname.endsWith(site.slice(1)) : site === hostname || site === host,
  )
}
