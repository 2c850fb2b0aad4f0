import { memo, useState } from 'react'
import { Button as PlainButton } from 'react-aria-components'
import { t } from '#renderer/words/words'
import { Button } from '../../controls/button.tsx'
import { Popover } from '../../overlay/popover.tsx'
import { chooseProfile, isKeyChoiceMade, useKeyChoice } from '../choice.ts'
import styles from './hands-question.module.css'
import { HandsQuestion } from './hands-question.tsx'

/** Asks in the hint bar which annotation tool's keys the user knows, until it is answered. */
export const HandsAsk = memo(function HandsAsk() {
  const [isAnswered, setAnswered] = useState(isKeyChoiceMade)
  const { profile } = useKeyChoice()
  if (isAnswered) return null
  return (
    <Popover
      label={t("Which tool's shortcuts do you use?")}
      placement="top end"
      className={styles.popover}
      trigger={<PlainButton className={styles.link ?? ''}>{t("Which tool's shortcuts do you use?")}</PlainButton>}
    >
      <div className={styles.ask}>
        <HandsQuestion />
        <Button
          size="small"
          className={styles.take}
          onPress={() => {
            chooseProfile(profile)
            setAnswered(true)
          }}
        >
          {t('Use these keys')}
        </Button>
      </div>
    </Popover>
  )
})
