/** Tokens whose vendors publish their form. */

/** Prefixes that vendors publish, each with the least that follows: the source of a regular expression. */
export const KNOWN_TOKENS = [
  '(?:A3T[A-Z0-9]|A[KS]IA|ABIA|ACCA)[A-Z0-9]{16}', // AWS
  'ABSK[\\w+/]{40}', // AWS Bedrock
  'LTAI[A-Za-z0-9]{16}', // Alibaba
  'AIza[\\w-]{30}|ya29\\.[\\w-]{16}|GOCSPX-[\\w-]{20}|1//0[\\w-]{40}', // Google
  'gh[pousr]_[A-Za-z0-9]{16}|github_pat_\\w{16}',
  'glpat-[\\w-]{16}', // GitLab
  '(?:xox[a-z]|xapp)-[\\w-]{8}', // Slack
  'SG\\.[\\w-]{16}', // SendGrid
  'shp[a-z]{2}_[A-Za-z0-9]{20}', // Shopify
  '\\b(?:pul|rootly|sl[kg])[-_][0-9a-f]{40}', // Pulumi, Rootly, Sourcegraph
  'xkeysib-[0-9a-f]{40}', // Brevo
  'HRKU-[\\w-]{40}|\\bNR[A-Z]{2}-[\\w-]{16}', // Heroku, New Relic
  '(?:gls?[ac]|ops)_[\\w+/]{40}', // Grafana, 1Password
  '\\btskey-[\\w-]{16}', // Tailscale
  '(?:npm|hf|api_org)_[A-Za-z0-9]{30}',
  '(?<![A-Za-z0-9])[sr]k[-_][\\w-]{8}', // Stripe, OpenAI, Anthropic
  'AKCp[A-Za-z0-9]{60}|cmVmd[A-Za-z0-9]{50}', // Artifactory
  'dt0[a-z]\\d\\d\\.[A-Z0-9a-z]{24}', // Dynatrace
  'EAA[A-Z][A-Za-z0-9]{60}', // Facebook
  '\\b\\w{14}\\.atlasv1\\.[\\w-]{40}|\\bhv[sbr]\\.[\\w-]{20}', // HashiCorp
  '\\bpat[A-Za-z0-9]{14}\\.[0-9a-f]{40}', // Airtable
  '\\bbot\\d{8,10}:[\\w-]{30}', // Telegram
  '\\b00[A-Za-z0-9]{13}![\\w.-]{60}|3MVG9[\\w.-]{60}|5AEP861[\\w.-]{60}', // Salesforce
  '\\bxprv[A-Za-z0-9]{90}|AGE-SECRET-KEY-1[A-Z0-9]{50}',
  'LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[\\w+/]{40}' // PEM in base64
].join('|')
