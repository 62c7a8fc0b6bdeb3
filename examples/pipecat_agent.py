"""Pipecat: an agent that greets whoever connects, with a voice of Hoarfrost.

Needs `pip install "pipecat-ai[runner,webrtc]"` and a running Hoarfrost. Open the address that it prints, and connect:

    HOARFROST_API_KEY=KEY python pipecat_agent.py
"""

import os

from pipecat.frames.frames import TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.runner.types import RunnerArguments
from pipecat.runner.utils import create_transport
from pipecat.services.rime.tts import RimeTTSService
from pipecat.transports.base_transport import BaseTransport, TransportParams
from pipecat.workers.runner import WorkerRunner

URL = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000")
VOICE = "luna"
GREETING = "Hello! I am your agent, and this is my voice. What can I do for you?"


async def greet(transport: BaseTransport) -> None:
    tts = RimeTTSService(
        api_key=os.environ["HOARFROST_API_KEY"],
        url=f"{URL.replace('http', 'ws', 1)}/ws3",
        settings=RimeTTSService.Settings(voice=VOICE, model="coda"),
    )
    # To listen and to answer: [transport.input(), stt, aggregators.user(), llm, tts, transport.output(), aggregators.assistant()]
    worker = PipelineWorker(Pipeline([tts, transport.output()]))

    @transport.event_handler("on_client_connected")
    async def on_connected(transport, client) -> None:
        await worker.queue_frame(TTSSpeakFrame(GREETING))

    @transport.event_handler("on_client_disconnected")
    async def on_disconnected(transport, client) -> None:
        await worker.cancel()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


async def bot(args: RunnerArguments) -> None:
    await greet(await create_transport(args, {"webrtc": lambda: TransportParams(audio_out_enabled=True)}))


if __name__ == "__main__":
    from pipecat.runner.run import main

    main()
