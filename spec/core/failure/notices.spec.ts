import { expect } from 'chai'
import { sendsNotices, tellsOfNotice } from '#core/failure'

const UNSENT: ReadonlyArray<unknown> = [
  'Failed to send email notification',
  'Unable to send confirmation email',
  'Email could not be sent.',
  'Error sending confirmation email',
  { data: null, error: { status: 400, name: 'ApplicationError', message: 'Error sending confirmation email' } },
  { errors: [{ code: 'sms_delivery_failed', message: 'No.' }] },
  { code: 'EMAIL_SEND_FAILED' },
  { code: 'emailDeliveryFailed' },
  'Failed to deliver SMS',
  'Could not notify the customer',
  "The confirmation e-mail wasn't sent",
  'An error occurred while sending the welcome email',
  'There was a problem sending your receipt',
  'Failed sending verification code',
  'Unable to send invitation',
  'Failed to send push notification',
  'Failed to publish notification',
  'Failed to send message to queue',
  'Webhook delivery failed',
  'Failed to trigger webhook',
  'Error in afterCreate hook: x',
  'Sending of the confirmation mail failed',
  // Cognito, nodemailer, PHPMailer, an SMTP server
  'CustomMessage failed with error x.',
  "Can't send mail - all recipients were rejected: 550 5.1.1 User unknown",
  'No recipients defined',
  'Missing credentials for "PLAIN"',
  'Message failed: 554 5.7.1 spam',
  'SMTP Error: Could not authenticate.',
  'Could not instantiate mail function.',
  '550 5.7.1 Relaying denied',
  'Die Bestätigungs-E-Mail konnte nicht gesendet werden',
  "L'e-mail n'a pas pu être envoyé",
  "Échec de l'envoi de l'e-mail",
  'No se pudo enviar el correo de confirmación',
  'Impossibile inviare l’email',
  'Não foi possível enviar o email',
  'De e-mail kon niet worden verzonden'
]

const OTHERS: ReadonlyArray<unknown> = [
  'Your email address could not be verified',
  'The email has already been taken',
  'Could not find email address',
  'email failed validation',
  'No email to send was given',
  'webhook url is invalid',
  'Invalid notification id',
  'notification_id is required',
  'The receipt was not found',
  'Cannot deliver to this address',
  'This phone cannot receive SMS',
  'Confirmation code is invalid',
  'git push failed',
  { error: { code: 'invalid_email', message: 'The message must not be empty' } }
]

describe('tellsOfNotice', () => {
  it('finds that a notice could not be sent, wherever it is said', () => {
    expect(UNSENT.filter((said) => !tellsOfNotice(said))).to.deep.equal([])
  })

  it('finds none in what is said of an address, a field or a thing', () => {
    expect(OTHERS.filter(tellsOfNotice)).to.deep.equal([])
  })
})

describe('sendsNotices', () => {
  it('is true of tools that are named after a notice and no other deed', () => {
    const senders =
      'send_email sendEmail notify_customer create_webhook send_sms gmail_send_message post_message resend_email schedule_email send_receipt invite_user email_customer push_notification'
    expect(senders.split(' ').filter((name) => !sendsNotices(name))).to.deep.equal([])
    const others =
      'create_order register_user update_email charge_and_notify notify_and_charge place_order_send_email dispatch_order send_money verify_email order_message signup_with_email'
    expect(others.split(' ').filter(sendsNotices)).to.deep.equal([])
  })
})
