"""Pipecat: only the text that the caller heard stays in the context of the language model.

Needs `pip install "pipecat-ai[deepgram]"` and a running Hoarfrost. Without a language model, it shows what happens when
the caller interrupts a reply:

    HOARFROST_URL=http://127.0.0.1:8000 HOARFROST_API_KEY=KEY python examples/pipecat_heard.py
"""

import asyncio
import os

from pipecat.frames.frames import (
    Frame,
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.deepgram.flux.tts import DeepgramFluxTTSService
from pipecat.workers.runner import WorkerRunner

ANSWER_S = 1
"""How long the server may take to say what was heard."""


class HeardFlux(DeepgramFluxTTSService):
    """Asks the server at each interruption what was heard, also when all audio of the turn has been sent."""

    def __init__(self, **options):
        super().__init__(**options)
        self._heard: asyncio.Future[str | None] | None = None

    async def heard(self) -> str | None:
        """The text that was heard of the turn that was interrupted last; None if the server does not know."""
        return await asyncio.wait_for(asyncio.shield(self._heard), ANSWER_S) if self._heard else None

    def _build_query_string(self):
        return super()._build_query_string() + "&heard=true"

    async def _handle_interruption(self, frame, direction):
        self._heard = None
        if self._transport_is_active():
            self._heard = asyncio.get_running_loop().create_future()
            await self._transport_send_json({"type": "Interrupt"})
        await super()._handle_interruption(frame, direction)

    async def _handle_message(self, message):
        is_answer = message.get("type") in ("SpeechInterrupted", "Warning")
        if is_answer and self._heard and not self._heard.done():
            self._heard.set_result(message.get("text_spoken"))
        await super()._handle_message(message)


class HeardText(FrameProcessor):
    """Cuts a reply that is interrupted to what was heard. Stands behind the aggregator of the assistant's replies."""

    def __init__(self, tts: HeardFlux, context: LLMContext) -> None:
        super().__init__()
        self._tts = tts
        self._context = context

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InterruptionFrame):
            self.create_task(self._cut())
        await self.push_frame(frame, direction)

    async def _cut(self) -> None:
        messages = self._context.get_messages()
        heard = await self._tts.heard()
        if heard is None or not messages or messages[-1].get("role") != "assistant":
            return
        reply = messages[-1]
        reply["content"] = heard
        if heard == "":
            self._context.set_messages([each for each in self._context.get_messages() if each is not reply])


class Speaker(FrameProcessor):
    """Stands in for the transport, which plays the audio."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = asyncio.Event()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSAudioRawFrame):
            self.has_begun.set()
        await self.push_frame(frame, direction)


async def interrupted_reply(url: str, key: str, reply: str, after_s: float) -> list[dict]:
    """The messages of the context after a reply that the caller interrupts when so much of it was played."""
    context = LLMContext([{"role": "user", "content": "Tell me about the train."}])
    tts = HeardFlux(api_key=key, url=f"{url.replace('http', 'ws', 1)}/v2/speak")
    aggregators = LLMContextAggregatorPair(context)
    speaker = Speaker()
    # In an agent: [transport.input(), stt, aggregators.user(), llm, tts, transport.output(), aggregators.assistant(), HeardText]
    worker = PipelineWorker(
        Pipeline([tts, speaker, aggregators.assistant(), HeardText(tts, context)]),
        params=PipelineParams(audio_out_sample_rate=24000),
        cancel_on_idle_timeout=False,
        enable_rtvi=False,
    )
    started = asyncio.Event()

    @worker.event_handler("on_pipeline_started")
    async def on_started(worker, frame) -> None:
        started.set()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    running = asyncio.create_task(runner.run())
    await started.wait()
    await worker.queue_frames([LLMFullResponseStartFrame(), LLMTextFrame(reply), LLMFullResponseEndFrame()])
    await speaker.has_begun.wait()
    await asyncio.sleep(after_s)
    await worker.queue_frame(InterruptionFrame())
    await asyncio.sleep(0.5)  # the caller speaks
    await worker.cancel()
    await running
    return context.messages


if __name__ == "__main__":
    REPLY = "The train to Lyon leaves at ten past nine from platform four. You change in Mâcon, and arrive before noon."
    url, key = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000"), os.environ["HOARFROST_API_KEY"]
    for message in asyncio.run(interrupted_reply(url, key, REPLY, 2)):
        print(f"{message['role']}: {message['content']}")
