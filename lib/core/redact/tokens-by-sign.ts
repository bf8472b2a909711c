/**
 * Forms of published tokens whose beginning alone says what they are: one a line. `{A36}` is 36 characters of an
 * alphabet, `{A30-40}` that many, `{A30+}` at least so many; the alphabets are those of token-formats.ts.
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
  'sk-ant-admin01-{w93}AA', // Anthropic, admin · G T
  'sk-ant-api03-{w93}AA', // Anthropic · G T N
  'sk-ant-oat01-{w93}AA', // Anthropic, OAuth · V
  'sk_live_{e93}', // Apideck · T
  'apify_api_{A36}', // Apify · T I
  'BBDC-{g40-50}', // Bitbucket Data Center · T
  'bedrock-api-key-{g20+}', // AWS Bedrock, short-lived · G
  'amzn.mws.{uuid}', // Amazon MWS · N
  'da2-{l26}', // AWS AppSync · T N
  'authress_{l5-30}.{l4-6}.acc{w11-33}.{g30-120}', // Authress · G
  'scauth_{l5-30}.{l4-6}.acc{w11-33}.{g30-120}', // Authress · G
  'xaat-{uuid}', // Axiom · I
  'bb_ma_{x30}', // Bannerbear · T
  'bb_pr_{x30}', // Bannerbear · T
  'oa2-client-id_{w32}', // Blynk · N
  'bxt_{A36}', // Brex · I
  'xkeysib-{x64}-{A16}', // Brevo · G T
  'xsmtpsib-{x64}-{A16}', // Brevo, SMTP · V
  'bpk-{x32}', // Builder.io · I
  'bkua_{l40}', // Buildkite · T
  'cal_live_{A32}', // Cal.com · I
  'ctrk_{x32+}', // CallRail · I
  'sk_test_{uuid}', // Checkout.com · T
  'CCIPAT_{A22}_{h40}', // CircleCI · T N
  'clojars_{A60}', // Clojars · G
  'CLOJARS_{A60}', // Clojars · G
  'cfat_{A40}{x8}', // Cloudflare, account · T
  'cfk_{A40}{x8}', // Cloudflare, global key · T
  'cfut_{A40}{x8}', // Cloudflare, user · T
  'v1.0-{x24}-{x146}', // Cloudflare, origin CA · G T
  'CFPAT-{w43}', // Contentful · T
  'crsr_{x64}', // Cursor · I
  'dnkey-{w26}-{w52}', // Defined Networking · G
  'ddp_{A36}', // Deno Deploy · T
  'ddw_{A36}', // Deno Deploy · T
  'odt_{A32-255}', // Dependency-Track · N
  'doo_v1_{x64}', // DigitalOcean, OAuth · G T N
  'dop_v1_{x64}', // DigitalOcean, personal · G T N
  'dor_v1_{x64}', // DigitalOcean, refresh · G T N
  'dckr_oat_{w32}', // Docker Hub, organisation · T
  'dckr_pat_{w27}', // Docker Hub, personal · T N
  'dp.audit.{A40-44}', // Doppler · T N
  'dp.ct.{A40-44}', // Doppler · T N
  'dp.pt.{A40-44}', // Doppler · G T N
  'dp.sa.{A40-44}', // Doppler · T N
  'dp.scim.{A40-44}', // Doppler · T N
  'dp.st.{A40-44}', // Doppler · T N
  'dp.st.{w2-35}.{A40-44}', // Doppler · T N
  'sl.u.{w130+}', // Dropbox, short-lived · T
  'duffel_live_{e43}', // Duffel · G T
  'duffel_test_{e43}', // Duffel · G T
  'dt0c01.{A24}.{A64}', // Dynatrace, API · G N
  'dt0s01.{A24}.{A64}', // Dynatrace, OAuth client · N I
  'dt0s02.{A24}.{A64}', // Dynatrace, OAuth client · N
  'dt0s16.{A24}.{A64}', // Dynatrace, platform · N
  'e2b_{x40}', // E2B · V
  'endr+{w16}', // Endor Labs · T
  'figd_{w40}', // Figma, personal · T
  'figo_{w40}', // Figma, OAuth · T
  'figoh_{w40}', // Figma, OAuth · T
  'figor_{w40}', // Figma, OAuth · T
  'figp_{e40-54}', // Figma, plan · T
  'figu_{w40}', // Figma, user · T
  'figuh_{w40}', // Figma, user · T
  'figur_{w40}', // Figma, user · T
  'flb_live_{A20}', // Fleetbase · T
  'shltm_{w40}', // Flexport · T
  'FLWPUBK_TEST-{A32}-X', // Flutterwave · G
  'FLWSECK-{l32}-X', // Flutterwave · T
  'FLWSECK_TEST-{A12}', // Flutterwave, encryption · G
  'FLWSECK_TEST-{A32}-X', // Flutterwave · G
  'fm1a_{b100+}', // Fly.io · G
  'fm1r_{b100+}', // Fly.io · G
  'fm2_{b100+}', // Fly.io · G T
  'fo1_{w43}', // Fly.io · G
  'fio-u-{e64}', // Frame.io · G T
  'gho_{A36}', // GitHub, OAuth · G T N
  'ghp_{A36}', // GitHub, personal · G T N
  'ghr_{A36}', // GitHub, refresh · G T
  'ghr_{A76}', // GitHub, refresh · N
  'ghs_{A36}', // GitHub, app installation · G T N
  'ghu_{A36}', // GitHub, app user · G T N
  'github_pat_{v82}', // GitHub, fine-grained · G T N
  'glagent-{w50}', // GitLab, agent · G
  'glcbt-{A1-5}_{w20}', // GitLab, job · G
  'gldt-{w20}', // GitLab, deploy · G
  'glffct-{w20}', // GitLab, feature flags · G
  'glft-{w20}', // GitLab, feed · G
  'glimt-{w25}', // GitLab, incoming mail · G
  'gloas-{w64}', // GitLab, OAuth application · G T
  'glpat-{w20}', // GitLab, personal · G T N
  'glpat-{w27-300}.{l2}.{l9}', // GitLab, personal, routable · G T
  'glptt-{x40}', // GitLab, pipeline trigger · G N
  'glrt-{w20}', // GitLab, runner · G
  'glrt-t{d1}_{w27-300}.{l9}', // GitLab, runner, routable · G
  'glsoat-{w20}', // GitLab, SCIM · G
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
  'hxtp_{x32+}', // Hex, personal · I
  'hxtw_{x32+}', // Hex, workspace · I
  'pat-eu1-{uuid}', // HubSpot · T
  'pat-na1-{uuid}', // HubSpot · T
  'api_org_{A34}', // Hugging Face, organisation · G T
  'ico-{A32}', // Infracost · G
  's-s4t2af-{h64}', // Intra 42, secret · G T
  's-s4t2ud-{h64}', // Intra 42, secret · G T
  'u-s4t2af-{h64}', // Intra 42, client · T
  'u-s4t2ud-{h64}', // Intra 42, client · T
  'jina_{A60}', // Jina · N
  'jca_{A36}', // JumpCloud · I
  'pk-lf-{uuid}', // Langfuse · T
  'sk-lf-{uuid}', // Langfuse · T
  'lsv2_pt_{x32}_{x10}', // LangSmith · T
  'lsv2_sk_{x32}_{x10}', // LangSmith · T
  'lin_api_{A40}', // Linear · G T N
  'live_pub_{x31}', // Lob · G
  'test_pub_{x31}', // Lob · G
  'pubkey-{x32}', // Mailgun · G
  'mdb_sa_sk_{w40}', // MongoDB Atlas · V
  'napi_{l64}', // Neon · I
  'nfp_{v36}', // Netlify · T
  'NRAA-{x27}', // New Relic, admin · N
  'NRAK-{U27}', // New Relic, user · G T N
  'NRBR-{x19}', // New Relic, browser · T
  'NRII-{w25-32}', // New Relic, insert · G T N
  'NRIQ-{w25-32}', // New Relic, query · T N
  'NRJS-{x19}', // New Relic, browser · G
  'NRRA-{x42}', // New Relic, REST · N
  'px-api-{uuid}', // New Relic Pixie · N
  'px-dep-{uuid}', // New Relic Pixie · N
  'ntn_{d11}{A35}', // Notion · G
  'npm_{A36}', // npm · G T N M
  'nvapi-{w64}', // NVIDIA · T
  'sk-admin-{w58-74}T3BlbkFJ{w58-74}', // OpenAI, admin · G T
  'sk-proj-{w58-74}T3BlbkFJ{w58-74}', // OpenAI, project · G T
  'sk-svcacct-{w58-74}T3BlbkFJ{w58-74}', // OpenAI, service account · G T
  'sk-or-v1-{x64}', // OpenRouter · T
  'pdl_live_apikey_{l26}_{A22}_{A3}', // Paddle · I
  'pdl_sdbx_apikey_{l26}_{A22}_{A3}', // Paddle, sandbox · V
  'ak_live_{A30}', // Pagar.me · T
  'pplx-{A48}', // Perplexity · G I
  'pgar_{A27}', // pganalyze · T
  'sandbox_sk_pr_{A1-64}_{h40}', // Photoroom · T
  'sk_pr_{A1-64}_{h40}', // Photoroom · T
  'pcsk_{A5-6}_{A63}', // Pinecone · T
  'access-development-{uuid}', // Plaid · G
  'access-production-{uuid}', // Plaid · G T
  'access-sandbox-{uuid}', // Plaid · G T
  'pscale_oauth_{p32-64}', // PlanetScale · G
  'pscale_pw_{p32-64}', // PlanetScale · G T
  'pscale_tkn_{p32-64}', // PlanetScale · G T
  'phx_{v43-48}', // PostHog · T I
  'PMAK-{x24}-{x34}', // Postman · G T N
  'pnu_{A36}', // Prefect · G T
  'pub-c-{uuid}', // PubNub, publish · T
  'sub-c-{uuid}', // PubNub, subscribe · T
  'pul-{x40}', // Pulumi · G T
  'pypi-AgEIcHlwaS5vcmc{w50+}', // PyPI · G T N
  'pypi-AgENdGVzdC5weXBpLm9yZw{w50+}', // PyPI, test · V
  'ramp_id_{A40}', // Ramp · T
  'ramp_sec_{A48}', // Ramp · T
  'rzp_live_{A14}', // Razorpay · T I
  'rzp_test_{A14}', // Razorpay · I
  'rdme_{l70}', // ReadMe · G T
  'sk_test_{d1-2}x{d1}_{h64}', // Recharge · T
  'redo_sk_{x64}', // Redo · I
  'rnd_{A28+}', // Render · I
  'rmk-{w86}', // Roam · I
  'rh-api-{uuid}', // Robinhood · T
  'rootly_{x64}', // Rootly · T I
  'rubygems_{x48}', // RubyGems · G T N
  'salad_cloud_{A1-7}_{A7-235}', // Salad · T
  'tk-us-{w48}', // Scalingo · G
  'scp-live-{l32}', // Scrapfly · T
  'scp-test-{l32}', // Scrapfly · T
  'sgp_{A64}', // Segment · N
  'sntrys_eyJ{g100+}', // Sentry, organisation · G T
  'sntryu_{x64}', // Sentry, user · G T I
  'sm_aat_{A16}', // SettleMint · G
  'sm_pat_{A16}', // SettleMint · G
  'sm_sat_{A16}', // SettleMint · G
  'shippo_live_{h40}', // Shippo · G T I
  'shippo_test_{h40}', // Shippo · G T I
  'shpat_{h32}', // Shopify · G T N I
  'shpca_{h32}', // Shopify, custom app · G N I
  'shppa_{h32}', // Shopify, private app · G T N I
  'shpss_{h32}', // Shopify, shared secret · G T N
  'xapp-{w11+}', // Slack, app · G T N
  'xoxa-{w11+}', // Slack, workspace · G T
  'xoxb-{d8-14}-{w8+}', // Slack, bot · G T N
  'xoxc-{w11+}', // Slack, browser · V
  'xoxd-{g100+}', // Slack, cookie · V
  'xoxe-{d1}-{U146}', // Slack, configuration, refresh · G
  'xoxe.xoxb-{d1}-{U163-166}', // Slack, configuration · G
  'xoxe.xoxp-{d1}-{U163-166}', // Slack, configuration · G
  'xoxo-{d1+}-{w8+}', // Slack, legacy · G
  'xoxe-{d1}-{w28+}', // Slack, user, refresh · G
  'xoxp-{d10-13}-{w8+}', // Slack, user · G T N
  'xoxr-{w11+}', // Slack, refresh · G T
  'xoxs-{d1+}-{w8+}', // Slack, legacy · G
  'sqa_{A40}', // SonarQube, analysis · G
  'sqco_{A59}', // SonarQube Cloud · T
  'sqp_{A40}', // SonarQube, project · G
  'squ_{A40}', // SonarQube, user · G
  'sgp_{h16}_{h40}', // Sourcegraph · G T N
  'sgp_{h40}', // Sourcegraph · G T N
  'sgp_local_{h40}', // Sourcegraph · G T N
  'slk_{x64}', // Sourcegraph Cody · T
  'spu-{l32}', // Spectral · T
  'sq0atp-{w22}', // Square, personal · G N
  'hawk.{w20}.{w20}', // StackHawk · N
  'strk_{A32}', // Streak · I
  'pk_live_{A20-247}', // Stripe, publishable · T
  'rk_live_{A10-247}', // Stripe, restricted · G T N
  'rk_prod_{A10-247}', // Stripe, restricted · G
  'rk_test_{A10-247}', // Stripe, restricted · G N
  'sk_live_{A10-247}', // Stripe, secret · G T N
  'sk_prod_{A10-247}', // Stripe, secret · G
  'sk_test_{A10-247}', // Stripe, secret · G N
  'whsec_{b32+}', // Stripe and others, webhook secret · V
  'sb_secret_{v31+}', // Supabase · I
  'sbp_{x40}', // Supabase, personal · T I
  'tskey-api-{A8-24}-{A16-64}', // Tailscale · T V
  'tskey-auth-{A8-24}-{A16-64}', // Tailscale · T V
  'tskey-client-{A8-24}-{A16-64}', // Tailscale · T V
  'tskey-scim-{A8-24}-{A16-64}', // Tailscale · T V
  'tskey-{l3-12}-{w8-24}-{w8-64}', // Tailscale · T
  'tskey-webhook-{A8-24}-{A16-64}', // Tailscale · T V
  'tly-{A32}', // Tally · I
  'tvly-{w32-64}', // Tavily · N
  'tkn.v1_{A71}=', // Teamwork · T
  'thog-key-{x16}', // TruffleHog · T
  'thog-secret-{x32}', // TruffleHog · T
  'tfp_{p40-59}', // Typeform · G T
  'BBFF-{A30}', // Ubidots · T
  'valley_{x64}', // Valley · I
  'vcp_{A56+}', // Vercel · I
  'VF.DM.{h24}.{A16}', // Voiceflow · T
  'VF.WS.{h24}.{A16}', // Voiceflow · T
  'xai-{v80}', // xAI · T
  'zpka_{x32}_{x8}' // Zuplo · V
]
