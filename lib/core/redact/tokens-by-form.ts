/**
 * Forms of published tokens that nothing but the whole form gives away, since they begin with a word, with little or
 * with nothing: one a line, written as in tokens-by-sign.ts.
 *
 * Where each fact comes from: G the rules of gitleaks (July 2026), T the detectors of trufflehog (August 2026), N the
 * rules of Nosey Parker (February 2026), M Microsoft's security-utilities, I the credentials that Nango's integrations
 * describe, V the vendor's own pages.
 */
export const TOKENS_BY_FORM: ReadonlyArray<string> = [
  'A3-{U6}-{U11}-{U5}-{U5}-{U5}', // 1Password, secret key · G
  'A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}', // 1Password, secret key · G
  'pat{A14}.{x64}', // Airtable · G T
  'LTAI{A16-24}', // Alibaba · G T
  'AKCp{A69}', // Artifactory · G T
  'cmVmd{A59}', // Artifactory, reference token · G T
  'ATATT3{e100-250}', // Atlassian · G T N
  'ATCTT3xFfG{w20-250}={A8}', // Atlassian, organisation · T I
  'ATBB{A32}', // Bitbucket, app password · T N
  'A3T{U17}', // AWS, access key · G N
  'A(BIA|CCA|KIA|SIA){U16}', // AWS, service bearer token, context credential, access key, temporary access key · G T N
  '(sc|ext)_{l5-30}.{l4-6}.acc{w11-33}.{g30-120}', // Authress · G
  'ABSK{b109-269}', // AWS Bedrock · G
  '{t3}{d1}Q~{t31-34}', // Azure AD, client secret · G T M
  '{A52}JQQJ9{A27}', // Azure, annotated key · M
  '(0|1).A{w50-2000}.Ag{w200+}', // Azure Entra, refresh · T
  '{A76}AZDO{A4}', // Azure DevOps · N
  '{b76}(+ABa|+AMC|+ASt|ACDb|APIM){b6}==', // Azure Batch, ML, Storage, Cosmos DB, APIs · M
  '{b42}+ACR{b6}', // Azure Container Registry · T M
  '{A42}AzSe{A6}', // Azure AI Search · M
  '{b33}(+AEh|+ARm|+ASb|AIoT|AZEG|AzCa){b6}=', // Azure, buses, hubs, grids and caches · M
  '{w44}AzFu{w6}==', // Azure Functions · M
  'git&{d12}&{b86}==', // Azure API Management, repository · T
  'pri_{x32}', // BestTime · T
  '4b1d{A38}', // ClickHouse Cloud · G
  'pk_{d7-9}_{U32}', // ClickUp · T
  'api_{p45}', // Close · T
  'secret_{A16}', // ConvertAPI · T
  'cio{A32}', // crates.io · V
  'dapi{x32}', // Databricks · G T N
  'dapi{x32}-{d1-5}', // Databricks · G T N
  'sk-{l32}', // DeepSeek · T
  'SWMTKN-1-{l50}-{l25}', // Docker Swarm, to join · V
  'web_{l32}', // dfuse · T
  'sl.{w130-152}', // Dropbox, short-lived · G T N
  'EZ(A|T)K{A54}', // EasyPost, live, test · G I
  'EAA(C|M){A100+}', // Facebook, page · G I
  'EAACEdEose0cBA{A20+}', // Facebook · N
  'API_KEY{U32}', // Finage · T
  'fc-{x32}', // Firecrawl · N
  'FOLK{A28}', // Folk · I
  'na1.{b100}', // FullStory · T
  'GR1348941{w20}', // GitLab, runner registration · G N
  'live_{w40}', // GoCardless · G T
  '1//0{w40+}', // Google, refresh · V
  'xprv{A107}', // BIP 32, private key · V
  'sk_{A29}', // Freemius · G
  'AIza{w35}', // Google, API · G T N
  '(pat|sat).{w22}.{A24}.{A20}', // Harness · G T
  'K10{x64}::{c4-6}:{w8+}', // k3s · V
  '{A14}.atlasv1.{e60-70}', // HCP Terraform · G T
  'hf_{m34}', // Hugging Face · G
  'inc_{x64}', // incident.io · I
  'pk_{x34}', // Klaviyo · T
  'claim-{w20}', // Plex · V
  'cli_{A16}', // Lark · T
  '(api|sdk)-{l8}-{l4}-{l4}-{l4}-{l12}', // LaunchDarkly, API, SDK · T
  '(live|test)_{x35}', // Lob · G T I
  'pk.{A32}', // LocationIQ · T
  '{x32}-us{d1-2}', // Mailchimp · G T N
  'key-{l32}', // Mailgun · G T N
  'k_{A36+}', // Mailsac · T
  'md-{w22}', // Mandrill · I
  'pk.{w60-160}.{w22}', // Mapbox, public · G N
  '(sk|tk).{p80-240}', // Mapbox, secret, temporary · T N
  '{A6}_{A29}_mmk', // MaxMind · G T
  'mb_{b43}=', // Metabase · I
  '{x32}FFFFNRAL', // New Relic, licence · T
  'eu01xx{x26}FFFFNRAL', // New Relic, licence · T
  'AA{x40}-NRMA', // New Relic, mobile · T
  'eu01xx{x36}-NRMA', // New Relic, mobile · T
  'NF-{A32}', // Nightfall · T
  'oy2{l43}', // NuGet · N M
  'API-{U26-34}', // Octopus Deploy · G T
  '00{w40}', // Okta · G T N I
  'sha256~{w43}', // OpenShift · G
  'u+{w18}', // PagerDuty · T
  'r8_{w37}', // Replicate · T
  're_{A8}_{A24}', // Resend · I
  'rl-{uuid}', // Rocketlane · I
  '00{A13}!{p80-200}', // Salesforce, session · T N
  'ZXlK(MGVYQWlPaU|aGJHY2lPaU|cmFXUWlP){g40+}', // JSON web token in base64, by `typ`, by `alg`, by `kid` · G
  '3MVG9{p80-251}', // Salesforce, consumer key · T
  '5AEP861{p80+}', // Salesforce, refresh · T
  'sq0c{c2}-{w40-50}', // Square, OAuth secret · T
  'sq0i{c2}-{w22-43}', // Square, application · T
  'SG.{p60-75}', // SendGrid · G T N
  'v2/{A388}', // Shutterstock · T
  'act_{l24}', // Smooch · T
  'EAAA{e60}', // Square, access · G T
  'pi_{A24}_secret_{A25}', // Stripe, payment intent · T
  '{b22}==:{A32}', // Tableau · T
  '({d8}|{d9}|{d10}):AA{w33}', // Telegram · G T N
  'bot{d8-10}:{w34-35}', // Telegram, in a URL; its documentation has one of 34 · T
  'KEY{w55}', // Telnyx · T
  'sk_{d4}_{d6}_{x32}', // Ticket Tailor · T
  'SK{A32}', // Twilio · G T
  'VF.{h24}.{A16}', // Voiceflow · T
  'AQVN{w35-38}', // Yandex, API · G
  't1.{e10-300}.{e86}', // Yandex, IAM · G
  '1000.{x32}.{x32}', // Zoho · T
  '(MT|Mj|Mz|ND|NT|Nj|Nz|OD|OT){w22-24}.{w6}.{w27-38}' // Discord, bot: base64 of its id first · T N
]
