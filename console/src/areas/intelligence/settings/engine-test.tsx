import type { Engine } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Moment } from '../../../ui/moment'
import { StatusMark } from '../../../ui/status-mark'
import { FormProblem } from '../../identity'
import { isTested } from '../analysis/queries'
import { useTestEngine } from './queries'

interface EngineTestProps {
  readonly engine: Engine
  readonly mayTest: boolean
}

/** Button that has a worker test an engine, with what came of the last test. */
export function EngineTest({ engine, mayTest }: EngineTestProps) {
  const t = useText()
  const request = useTestEngine()
  if (!mayTest && engine.test === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2">
      {mayTest && (
        <Button
          size="small"
          busy={request.isPending || isTested(engine)}
          aria-label={t('intelligence:engineTest.testOf', { name: engine.name })}
          onPress={() => request.mutate(engine.id)}
        >
          {t('intelligence:engineTest.test')}
        </Button>
      )}
      <div role="status" className="min-w-0 flex-1 basis-60 text-13 text-pretty">
        {engine.test !== null && <Outcome name={engine.name} test={engine.test} />}
      </div>
      <FormProblem error={request.error} />
    </div>
  )
}

interface OutcomeProps {
  readonly name: string
  readonly test: NonNullable<Engine['test']>
}

function Outcome({ name, test }: OutcomeProps) {
  const t = useText()
  const format = useFormat()
  const { status, reason, detail, version, took, requestedBy, endedAt } = test
  if (status === 'waiting') return <span className="text-ink-2">{t('intelligence:engineTest.waiting')}</span>
  if (status === 'running') return <span className="text-ink-2">{t('intelligence:engineTest.running')}</span>
  const tested = `${name} ${version ?? ''}`.trim()
  return (
    <>
      <StatusMark tone={status === 'works' ? 'good' : 'bad'}>
        {status === 'works'
          ? t('intelligence:engineTest.works', { name: tested, seconds: format.number(took ?? 0) })
          : t(`intelligence:engineTest.reasons.${reason ?? 'engine-failed'}`, { name: tested })}
      </StatusMark>{' '}
      {detail !== null && (
        <>
          <bdi dir="auto" className="break-words text-ink-2">
            {detail}
          </bdi>{' '}
        </>
      )}
      {endedAt !== null && (
        <span className="text-ink-2">
          {t('intelligence:engineTest.by', { name: requestedBy })} <Moment time={endedAt} />
        </span>
      )}
    </>
  )
}
