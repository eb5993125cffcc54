import { useTimeCursor } from '../../src/lib/hooks/use-time-cursor'
import { linesOf } from '../../src/lib/time/time-series'
import { Avatar } from '../../src/ui/avatar'
import { Banner } from '../../src/ui/banner'
import { BarChart } from '../../src/ui/bar-chart'
import { Chip } from '../../src/ui/chip'
import { CodeBlock } from '../../src/ui/code-block'
import { CopyField } from '../../src/ui/copy-field'
import { Mark } from '../../src/ui/mark'
import { Progress } from '../../src/ui/progress'
import { QrCode } from '../../src/ui/qr-code'
import { SecretField } from '../../src/ui/secret-field'
import { SentenceWithNames } from '../../src/ui/sentence-with-names'
import { Skeleton } from '../../src/ui/skeleton'
import { StatusMark, type StatusTone } from '../../src/ui/status-mark'
import { TimePlot, TimePlots } from '../../src/ui/time-plots'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

const tones: readonly StatusTone[] = ['good', 'warn', 'hollow', 'draft', 'bad', 'live', 'planned']
const address = 'https://video.example.com/watch/0199a000-0000-7000-8000-000000000000'
const ignore = () => undefined

export const signs: Exhibit = {
  name: 'signs',
  files: [
    'avatar.tsx',
    'banner.tsx',
    'bar-chart.tsx',
    'bars.tsx',
    'chart-switch.tsx',
    'chip.tsx',
    'code-block.tsx',
    'copy-field.tsx',
    'figure-table.tsx',
    'json-ink.tsx',
    'mark.tsx',
    'sentence-with-names.tsx',
    'progress.tsx',
    'qr-code.tsx',
    'secret-field.tsx',
    'skeleton.tsx',
    'status-mark.tsx',
    'time-plots.tsx',
  ],
  Show: Signs,
}

function Signs() {
  const words = useWords()
  const [firstName = '', lastName = ''] = words.person
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Mark size={32} />
      <div className="flex flex-wrap gap-3">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => (
          <Avatar key={id} id={id} firstName={firstName} lastName={lastName} />
        ))}
      </div>
      <Banner tone="info">{words.sentence}</Banner>
      <Banner tone="warn" live>
        {words.sentence}
      </Banner>
      <Banner tone="bad" live>
        {words.sentence}
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Chip>{words.name}</Chip>
        <Chip onRemove={ignore}>{words.other}</Chip>
        {tones.map((tone) => (
          <StatusMark key={tone} tone={tone}>
            {words.choice}
          </StatusMark>
        ))}
      </div>
      <p>
        <SentenceWithNames sentence={`${words.sentence} ${words.name}`} names={[words.name]} />
      </p>
      <Progress label={words.label} value={undefined} />
      <Progress label={words.label} value={0.4} />
      <Progress label={words.label} value={1} tone="good" />
      <Skeleton className="h-4 w-24" />
      <CopyField label={words.label} value={address} />
      <SecretField label={words.label} value={address} />
      <SecretField label={words.other} value={address} secret />
      <CodeBlock label={words.label} code={JSON.stringify({ address, tones }, null, 2)} />
      <CodeBlock label={words.other} code={`curl '${address}'`} wraps />
      <Volume />
      <Volume small />
      <h2>{words.other}</h2>
      <Course />
      <QrCode text={address} label={words.label} />
    </div>
  )
}

const HOUR_S = 3600
const counts = [3, 8, 0, 12, 5, 9, 1, 4]

function Volume({ small = false }: { readonly small?: boolean }) {
  const words = useWords()
  return (
    <BarChart
      small={small}
      label={small ? words.other : words.label}
      sentence={words.sentence}
      steps={counts.map((total, at) => ({
        at: new Date(Date.UTC(2026, 10, 20, at)).toISOString(),
        total,
        failed: Math.min(total, at % 3),
      }))}
      stepSeconds={HOUR_S}
      countedFrom="2026-11-20T02:00:00Z"
      textOf={({ total }) => [`${words.label}: ${total}`]}
      heads={{ total: words.label, failed: words.other }}
      onRange={ignore}
    />
  )
}

const course = counts.map((count, hour) => ({
  at: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
  count,
}))
const day = { fromMs: Date.UTC(2026, 10, 20), toMs: Date.UTC(2026, 10, 20, counts.length - 1) }

function Course() {
  const words = useWords()
  const cursor = useTimeCursor(course, day)
  return (
    <TimePlots cursor={cursor} label={words.label} read={({ count }) => String(count)}>
      {words.choices.slice(0, 2).map((title) => (
        <TimePlot
          key={title}
          cursor={cursor}
          title={title}
          value={String(cursor.shown?.count)}
          ticks={['12', '6', '0']}
          lines={linesOf(course, ({ count }) => count, HOUR_S)}
          heightOf={(count) => count / 12}
          color="var(--c1)"
        />
      ))}
    </TimePlots>
  )
}
