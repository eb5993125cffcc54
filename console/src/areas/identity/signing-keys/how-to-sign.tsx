import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { Section } from '../../../ui/section'

const steps = ['video', 'token', 'address'] as const

/** Explains signed playback in three steps. */
export function HowToSign({ keyId }: { readonly keyId: string | undefined }) {
  const t = useText()
  return (
    <div className="mt-10 max-w-(--w-text)">
      <Section title={t('identity:keys.how')}>
        <ol className="flex list-decimal flex-col gap-1.5 py-3 ps-5 text-pretty text-ink-2 marker:text-ink-3">
          {steps.map((step) => (
            <li key={step}>{t(`identity:keys.steps.${step}`)}</li>
          ))}
        </ol>
        <CodeBlock label={t('identity:keys.example')} code={exampleFor(keyId ?? 'KEY_ID')} />
      </Section>
    </div>
  )
}

function exampleFor(keyId: string): string {
  return `import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'

const keyId = '${keyId}'
const pem = readFileSync(\`kinora-\${keyId}.pem\`, 'utf8')

const token = await new SignJWT()
  .setProtectedHeader({ alg: 'RS256', kid: keyId })
  .setSubject('PLAYBACK_ID')
  .setAudience('v')
  .setExpirationTime('2h')
  .sign(await importPKCS8(pem, 'RS256'))

console.info(\`${location.origin}/play/PLAYBACK_ID.m3u8?token=\${token}\`)`
}
