import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API reference","description":"","frontmatter":{},"headers":[],"relativePath":"api/index.md","filePath":"api/index.md"}');
const _sfc_main = { name: "api/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-reference" tabindex="-1">API reference <a class="header-anchor" href="#api-reference" aria-label="Permalink to &quot;API reference&quot;">​</a></h1><h2 id="modules" tabindex="-1">Modules <a class="header-anchor" href="#modules" aria-label="Permalink to &quot;Modules&quot;">​</a></h2><ul><li><a href="./ai-sdk">guarded-call/ai-sdk</a></li><li><a href="./anthropic">guarded-call/anthropic</a></li><li><a href="./claude-agent">guarded-call/claude-agent</a></li><li><a href="./http">guarded-call/http</a></li><li><a href="./json-schema">guarded-call/json-schema</a></li><li><a href="./langchain">guarded-call/langchain</a></li><li><a href="./log">guarded-call/log</a></li><li><a href="./mastra">guarded-call/mastra</a></li><li><a href="./mcp">guarded-call/mcp</a></li><li><a href="./openai">guarded-call/openai</a></li><li><a href="./openai-agents">guarded-call/openai-agents</a></li><li><a href="./otel">guarded-call/otel</a></li><li><a href="./postgres">guarded-call/postgres</a></li><li><a href="./redis">guarded-call/redis</a></li><li><a href="./root">guarded-call</a></li><li><a href="./sql">guarded-call/sql</a></li><li><a href="./traffic">guarded-call/traffic</a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
