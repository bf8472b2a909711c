/**
 * Forms of published tokens whose beginning alone says what they are: one a line. `{A36}` is 36 characters of an
 * alphabet, `{A30-40}` that many, `{A30+}` at least so many; the alphabets are those of token-formats.ts. `sq(a|p|u)_`
 * is a line for each.
 *
 * Where each fact comes from: G the rules of gitleaks (July 2026), T the detectors of trufflehog (August 2026), N the
 * rules of Nosey Parker (February 2026), M Microsoft's security-utilities, I the credentials that Nango's integrations
 * describe, V the vendor's own pages.
 */
export const TOKENS_BY_SIGN: ReadonlyArray<string> = [
  'ops_eyJ{b250+}', // 1Password, service account · G
  'aio_{A28}', // Adafruit IO · T N
  'p8e-{w32}', // Adobe, client secret · G N
  'AGE-SECRET-KEY-1{U58}', // age · G
  'acs_{w48}', // AgentCard · I
  'alcht_{A30}', // Alchemy · T
  'sk-ant-(admin01|api03|oat01)-{w93}AA', // Anthropic, admin, API, OAuth · G T N V
  'apify_api_{A36}', // Apify · T I
  'BBDC-{g40-50}', // Bitbucket Data Center · T
  'bedrock-api-key-{g20+}', // AWS Bedrock, short-lived · G
  'amzn.mws.{uuid}', // Amazon MWS · N
  'da2-{l26}', // AWS AppSync · T N
  '(authress|scauth)_{l5-30}.{l4-6}.acc{w11-33}.{g30-120}', // Authress · G
  'xaat-{uuid}', // Axiom · I
  'bb_(ma|pr)_{x30}', // Bannerbear · T
  'oa2-client-id_{w32}', // Blynk · N
  'bxt_{A36}', // Brex · I
  'xkeysib-{x64}-{A16}', // Brevo · G T
  'xsmtpsib-{x64}-{A16}', // Brevo, SMTP · V
  'bpk-{x32}', // Builder.io · I
  'bkua_{l40}', // Buildkite · T
  'ctrk_{x32+}', // CallRail · I
  '(clojars|CLOJARS)_{A60}', // Clojars · G
  'cf(at|k|ut)_{A40}{x8}', // Cloudflare, account, global key, user · T
  'v1.0-{x24}-{x146}', // Cloudflare, origin CA · G T
  'crsr_{x64}', // Cursor · I
  'dd(p|w)_{A36}', // Deno Deploy · T
  'odt_{A32-255}', // Dependency-Track · N
  'do(o|p|r)_v1_{x64}', // DigitalOcean, OAuth, personal, refresh · G T N
  'dckr_oat_{w32}', // Docker Hub, organisation · T
  'dckr_pat_{w27}', // Docker Hub, personal · T N
  'dp.(audit|ct|pt|sa|scim).{A40-44}', // Doppler · G T N
  'dp.st.{w2-35}.{A40-44}', // Doppler · T N
  'sl.u.{w130+}', // Dropbox, short-lived · T
  'duffel_(live|test)_{e43}', // Duffel · G T
  'dt0(c01|s01|s02|s16).{A24}.{A64}', // Dynatrace, API, OAuth clients, platform · G N I
  'e2b_{x40}', // E2B · V
  'endr+{w16}', // Endor Labs · T
  'fig(d|o|oh|or|u|uh|ur)_{w40}', // Figma, personal, OAuth, user · T
  'figp_{e40-54}', // Figma, plan · T
  'shltm_{w40}', // Flexport · T
  'FLWSECK-{l32}-X', // Flutterwave · T
  'FLWSECK_TEST-{A12}', // Flutterwave, encryption · G
  'fm1(a|r)_{b100+}', // Fly.io · G
  'fm2_{b100+}', // Fly.io · G T
  'fo1_{w43}', // Fly.io · G
  'fio-u-{e64}', // Frame.io · G T
  'gh(o|p|r|s|u)_{A36}', // GitHub, OAuth, personal, refresh, app installation, app user · G T N
  'github_pat_{v82}', // GitHub, fine-grained · G T N
  'glagent-{w50}', // GitLab, agent · G
  'glcbt-{A1-5}_{w20}', // GitLab, job · G
  'gl(dt|ffct|ft|pat|rt|soat)-{w20}', // GitLab, deploy, feature flags, feed, personal, runner, SCIM · G T N
  'glimt-{w25}', // GitLab, incoming mail · G
  'gloas-{w64}', // GitLab, OAuth application · G T
  'glptt-{x40}', // GitLab, pipeline trigger · G N
  'AQ.Ab8{w30+}', // Google, Gemini · I
  'GOCSPX-{w28}', // Google, client secret · N
  'ya29.{w10+}', // Google, access · T N
  'glc_{b32-400}', // Grafana Cloud · G T N
  'glsa_{A32}_{h8}', // Grafana, service account · G T N
  'gsk_{A50-54}', // Groq · T N
  'hvb.{w138-300}', // Vault, batch · G T
  'hvr.{w90+}', // Vault, recovery · V
  'hvs.{w90-120}', // Vault, service · G T
  'HRKU-AA{w58}', // Heroku · G T
  'hxt(p|w)_{x32+}', // Hex, personal, workspace · I
  'pat-(eu1|na1)-{uuid}', // HubSpot · T
  'api_org_{A34}', // Hugging Face, organisation · G T
  'ico-{A32}', // Infracost · G
  '(s-s4t2af|s-s4t2ud|u-s4t2af|u-s4t2ud)-{h64}', // Intra 42, secret, client · G T
  'jina_{A60}', // Jina · N
  'jca_{A36}', // JumpCloud · I
  'lsv2_(pt|sk)_{x32}_{x10}', // LangSmith · T
  '(live|test)_pub_{x31}', // Lob · G
  'pubkey-{x32}', // Mailgun · G
  'lin_api_{A40}', // Linear · G T N
  'napi_{l64}', // Neon · I
  'nfp_{v36}', // Netlify · T
  'NRAA-{x27}', // New Relic, admin · N
  'NRAK-{U27}', // New Relic, user · G T N
  'NR(BR|JS)-{x19}', // New Relic, browser · G T
  'NRI(I|Q)-{w25-32}', // New Relic, insert, query · G T N
  'NRRA-{x42}', // New Relic, REST · N
  'px-(api|dep)-{uuid}', // New Relic Pixie · N
  'ntn_{d11}{A35}', // Notion · G
  'npm_{A36}', // npm · G T N M
  'nvapi-{w64}', // NVIDIA · T
  'sk-(admin|proj|svcacct)-{w58-74}T3BlbkFJ{w58-74}', // OpenAI, admin, project, service account · G T
  'pdl_(live|sdbx)_apikey_{l26}_{A22}_{A3}', // Paddle, live, sandbox · I V
  'pplx-{A48}', // Perplexity · G I
  'pgar_{A27}', // pganalyze · T
  'pcsk_{A5-6}_{A63}', // Pinecone · T
  'access-(development|production|sandbox)-{uuid}', // Plaid · G T
  'pscale_(oauth|pw|tkn)_{p32-64}', // PlanetScale · G T
  'phx_{v43-48}', // PostHog · T I
  'PMAK-{x24}-{x34}', // Postman · G T N
  'pnu_{A36}', // Prefect · G T
  'pul-{x40}', // Pulumi · G T
  'pypi-AgE(IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw){w50+}', // PyPI, and its test · G T N V
  'ramp_id_{A40}', // Ramp · T
  'ramp_sec_{A48}', // Ramp · T
  'rzp_(live|test)_{A14}', // Razorpay · T I
  'rdme_{l70}', // ReadMe · G T
  'rnd_{A28+}', // Render · I
  'rmk-{w86}', // Roam · I
  'rootly_{x64}', // Rootly · T I
  'rubygems_{x48}', // RubyGems · G T N
  'salad_cloud_{A1-7}_{A7-235}', // Salad · T
  'tk-us-{w48}', // Scalingo · G
  'scp-(live|test)-{l32}', // Scrapfly · T
  'sntrys_eyJ{g100+}', // Sentry, organisation · G T
  'sntryu_{x64}', // Sentry, user · G T I
  'sm_(aat|pat|sat)_{A16}', // SettleMint · G
  'shippo_(live|test)_{h40}', // Shippo · G T I
  'shp(at|ca|pa|ss)_{h32}', // Shopify, app, custom app, private app, shared secret · G T N I
  'xapp-{w11+}', // Slack, app · G T N
  'xox(a|c|r)-{w11+}', // Slack, workspace, browser, refresh · G T V
  'xoxb-{d8-14}-{w8+}', // Slack, bot · G T N
  'xoxd-{g100+}', // Slack, cookie · V
  'xoxe.xox(b|p)-{d1}-{U163-166}', // Slack, configuration · G
  'xox(o|s)-{d1+}-{w8+}', // Slack, legacy · G
  'xoxe-{d1}-{w28+}', // Slack, user, refresh · G
  'xoxp-{d10-13}-{w8+}', // Slack, user · G T N
  'sq(a|p|u)_{A40}', // SonarQube, analysis, project, user · G
  'sqco_{A59}', // SonarQube Cloud · T
  'sgp_{h40}', // Sourcegraph · G T N
  'slk_{x64}', // Sourcegraph Cody · T
  'spu-{l32}', // Spectral · T
  'sq0atp-{w22}', // Square, personal · G N
  'hawk.{w20}.{w20}', // StackHawk · N
  'strk_{A32}', // Streak · I
  'pk_live_{A20-247}', // Stripe, publishable · T
  'rk_(live|prod|test)_{A10-247}', // Stripe, restricted · G T N
  'sk_(live|prod|test)_{A10-247}', // Stripe, secret · G T N
  'whsec_{b32+}', // Stripe and others, webhook secret · V
  'sb_secret_{v31+}', // Supabase · I
  'sbp_{x40}', // Supabase, personal · T I
  'tskey-{l3-12}-{w8-24}-{w8-64}', // Tailscale · T
  'tly-{A32}', // Tally · I
  'tvly-{w32-64}', // Tavily · N
  'tkn.v1_{A71}=', // Teamwork · T
  'thog-key-{x16}', // TruffleHog · T
  'thog-secret-{x32}', // TruffleHog · T
  'tfp_{p40-59}', // Typeform · G T
  'BBFF-{A30}', // Ubidots · T
  'valley_{x64}', // Valley · I
  'vcp_{A56+}', // Vercel · I
  'VF.(DM|WS).{h24}.{A16}', // Voiceflow · T
  'xai-{v80}', // xAI · T
  'zpka_{x32}_{x8}' // Zuplo · V
]
